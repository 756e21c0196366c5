// Shows the result of a correction of points while it is typed.
import { $, onPage, t } from './console.js'

const number = n => (n < 0 ? '−' : '') + String(Math.abs(n)).replace(/\B(?=(\d{3})+$)/g, '\u00a0')
function show(form) {
  const balance = Number(form.closest('dialog').dataset.balance), field = form.elements.points
  const points = Number(field.value.replace(/\s/g, '')), isTaking = form.elements.dir.value === 'take'
  const isGood = Number.isInteger(points) && points > 0, after = isTaking ? balance - points : balance + points
  const [give, take] = [t('Начислить', 'Give'), t('Списать', 'Take')]
  $('[data-verb]', form).textContent = (isTaking ? take : give) + (isGood ? ' ' + number(points) : '')
  $('[data-after]', form).textContent = !isGood ? t(`На счёте ${number(balance)}`, `There are ${number(balance)}`)
    : after < 0 ? t(`На счёте только ${number(balance)}`, `There are only ${number(balance)}`)
      : t(`Станет ${number(after)}`, `Then there are ${number(after)}`)
}
document.addEventListener('input', e => { const form = e.target.closest?.('[data-points]'); if (form) show(form) })
onPage(() => document.querySelectorAll('[data-points]').forEach(show))
