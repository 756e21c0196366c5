// The days of a calendar in words and as months, while the form is filled in; a click on a day makes an exception.
import { $, $$, onPage, t } from './console.js'
import { asked, element } from './travel.js'

const MONTHS = 6
const lines = area => area.value.split('\n').map(line => line.trim()).filter(Boolean)
const weekdays = t('пн вт ср чт пт сб вс', 'Mon Tue Wed Thu Fri Sat Sun').split(' ')
const locale = t('ru', 'en-GB')
const dayOf = text => new Date(`${text}T00:00:00Z`)
const isDay = text => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Number(dayOf(text)))

class Days {
  constructor(field) {
    this.form = field.closest('form')
    this.editor = $('.editor', field)
    this.turn = 0
    this.shift = 0
    this.words = element('p', { class: 'tt-words', role: 'status' })
    this.other = element('p', { class: 'sub' })
    const step = (by, sign, label) => element('button', { type: 'button', class: 'btn sm', 'data-months': by, 'aria-label': label }, sign)
    this.months = element('div', { class: 'tt-months' })
    this.editor.replaceChildren(this.words, this.other, this.months, element('p', { class: 'tt-tools' }, step(-MONTHS, '←', t('Раньше', 'Earlier')), step(MONTHS, '→', t('Позже', 'Later')),
      element('span', { class: 'help' }, t('Нажмите на день, чтобы добавить его или убрать.', 'Press a day to add it or to take it away.'))))
    this.editor.hidden = false
    this.form.addEventListener('input', () => this.later())
    this.editor.addEventListener('click', e => {
      const { day, months } = e.target.closest('button')?.dataset ?? {}
      if (day) this.toggle(day)
      if (months) { this.shift += Number(months); this.check() }
    })
    this.editor.addEventListener('keydown', e => this.key(e))
    this.check()
  }
  get values() {
    const of = name => this.form.elements[name]
    return {
      starts_on: of('starts_on').value.trim(), ends_on: of('ends_on').value.trim(),
      weekdays: $$('[name="weekdays"]:checked', this.form).map(input => input.value),
      added: lines(of('added')), removed: lines(of('removed')),
    }
  }
  /** The first month that is shown: that of today, or of the start if it is to come. */
  from(starts) {
    const today = new Date(), start = dayOf(starts), first = start > today ? start : today
    const month = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + this.shift, 1))
    return month.toISOString().slice(0, 10)
  }
  later() {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.check(), 150)
  }
  async check() {
    const values = this.values, turn = ++this.turn
    const wrong = [values.starts_on, values.ends_on, ...values.added, ...values.removed].find(day => !isDay(day))
    if (wrong !== undefined) {
      this.words.textContent = wrong ? t(`${wrong} — не дата: нужно ГГГГ-ММ-ДД`, `${wrong} is no date: it must be YYYY-MM-DD`) : t('Укажите, с какого и по какой день.', 'Enter the first and the last day.')
      this.other.textContent = ''
      this.months.replaceChildren()
      return
    }
    const answer = await asked('days-check', { ...values, from: this.from(values.starts_on), months: MONTHS })
    if (turn !== this.turn || !answer) return
    this.words.textContent = answer.words
    this.other.textContent = t(answer.words_en, answer.words_ru)
    this.other.lang = t('en', 'ru')
    this.draw(answer.items)
  }
  draw(days) {
    const focused = document.activeElement?.dataset?.day
    const byMonth = Map.groupBy ? Map.groupBy(days, d => d.day.slice(0, 7)) : days.reduce((map, d) => map.set(d.day.slice(0, 7), [...map.get(d.day.slice(0, 7)) ?? [], d]), new Map())
    this.months.replaceChildren(...[...byMonth.values()].map(month => this.month(month)))
    const first = $(`[data-day="${focused}"]`, this.months) || $('button', this.months)
    if (first) first.tabIndex = 0
    if (focused) first?.focus()
  }
  month(days) {
    const first = dayOf(days[0].day), cells = [...Array((first.getUTCDay() + 6) % 7).fill(null), ...days], rows = []
    for (let n = 0; n < cells.length; n += 7) rows.push(element('tr', {}, ...cells.slice(n, n + 7).map(day => this.cell(day))))
    const title = first.toLocaleDateString(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).replace(' г.', '')
    return element('table', { class: 'tt-month' }, element('caption', {}, title),
      element('thead', {}, element('tr', {}, ...weekdays.map(name => element('th', { scope: 'col' }, name)))), element('tbody', {}, ...rows))
  }
  cell(day) {
    if (!day) return element('td')
    const date = dayOf(day.day), words = date.toLocaleDateString(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' })
    const label = `${words}, ${day.is_running ? t('ходит', 'runs') : t('не ходит', 'does not run')}${day.is_exception ? t(', исключение', ', an exception') : ''}`
    return element('td', { class: [day.is_running && 'on', day.is_exception && 'odd'].filter(Boolean).join(' ') },
      element('button', { type: 'button', 'data-day': day.day, 'aria-pressed': String(day.is_running), 'aria-label': label, tabindex: '-1' }, String(date.getUTCDate())))
  }
  toggle(day) {
    const { added, removed } = this.form.elements
    const isRunning = $(`[data-day="${day}"]`, this.months).getAttribute('aria-pressed') === 'true'
    const [taken, given] = isRunning ? [added, removed] : [removed, added]
    if (lines(taken).includes(day)) taken.value = lines(taken).filter(line => line !== day).join('\n')
    else given.value = [...lines(given), day].sort().join('\n')
    for (const area of [added, removed]) area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  /** The arrows go from day to day; the months are one stop of Tab. */
  key(e) {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[e.key]
    if (!by || !e.target.dataset.day) return
    e.preventDefault()
    e.stopPropagation()
    const buttons = $$('[data-day]', this.months), next = buttons[buttons.indexOf(e.target) + by]
    if (!next) return
    e.target.tabIndex = -1
    next.tabIndex = 0
    next.focus()
  }
}

onPage(() => $$('[data-editor="days"]').forEach(field => {
  const editor = $('.editor', field)
  editor.days ||= new Days(field)
}))
