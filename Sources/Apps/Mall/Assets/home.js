// The home screen: rows and the cards of the phone follow one another, and the dialog of what to add has an address.
import { $, $$, onPage } from './console.js'

const cardOf = row => row?.id && document.getElementById('ph-' + row.id)
let lit = null
function light(row) {
  const card = cardOf(row)
  if (card === lit) return
  lit?.classList.remove('hl')
  lit = card
  if (!card) return
  card.classList.add('hl')
  // Only the phone scrolls: the page stays where the pointer is.
  const strip = card.parentElement, screen = card.closest('.scroll')
  const [a, b, c] = [card, strip, screen].map(n => n.getBoundingClientRect())
  if (a.left < b.left || a.right > b.right) strip.scrollLeft += a.left - b.left - 14
  if (a.top < c.top || a.bottom > c.bottom) screen.scrollTop += a.top - c.top - 40
}
for (const type of ['mouseover', 'focusin']) document.addEventListener(type, e => light(e.target.closest?.('.hrow')))

/** The cards of the phone stand as the rows do. */
function follow(list) {
  for (const row of list?.children || []) {
    const card = cardOf(row)
    card?.parentElement.append(card)
  }
}
document.addEventListener('placed', e => follow(e.target.closest('.hrows')))
document.addEventListener('keydown', e => {
  if (e.altKey && e.target.matches?.('.hrows .drag')) setTimeout(() => follow(e.target.closest('.hrows')))
})
document.addEventListener('submit', e => {
  const menu = e.target.closest('.home details.menu')
  if (menu) menu.open = false
})

const count = () => {
  const label = $('#add [data-ticked]'), n = $$('#add [name="id"]:checked').length
  if (label) label.textContent = n ? ' ' + n : ''
}
document.addEventListener('change', e => { if (e.target.matches('#add [name="id"]')) count() })
onPage(count)
document.addEventListener('close', e => {
  if (e.target.id === 'add' && !e.target.open) history.replaceState(null, '', e.target.dataset.back)
}, true)
