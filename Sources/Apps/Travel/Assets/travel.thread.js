// The stops of a thread as a table in place of the text area, which keeps what is sent. The server checks each row.
import { $, $$, icon, onPage, t } from './console.js'
import { asked, combobox, element } from './travel.js'

const boardings = [['', t('все', 'all')], ['+', t('только посадка', 'boarding only')],
  ['−', t('только высадка', 'alighting only')], ['×', t('без остановки', 'does not stop')]]
const BLANK = '?', ns = 'http://www.w3.org/2000/svg'

class Stops {
  constructor(field) {
    this.area = $('textarea', field)
    this.editor = $('.editor', field)
    this.form = field.closest('form')
    this.turn = 0
    this.build()
    this.check(true)
  }
  get rows() { return $$('tbody tr', this.editor) }
  get lines() { return this.area.value.split('\n').filter(line => line.trim()) }
  /** Rows in which something stands; the others are not sent. */
  get filled() { return this.rows.filter(row => this.line(row) !== BLANK) }

  build() {
    const heads = [t('Станция', 'Station'), t('Прибытие', 'Arrival'), t('Отправление', 'Departure'), t('Платф.', 'Platf.'), t('Терм.', 'Term.'), t('Пассажиры', 'Passengers'), '']
    const add = element('button', { type: 'button', class: 'btn sm', 'data-stop': 'add' })
    add.append(icon('plus'), t('Остановка', 'Stop'))
    const lines = element('button', { type: 'button', class: 'lnk', 'data-stop': 'lines', 'aria-pressed': 'false' }, t('строками', 'as lines'))
    this.table = element('table', { class: 'tt-stops' }, element('thead', {}, element('tr', {}, ...heads.map(head => element('th', { scope: 'col' }, head || element('span', { class: 'sr' }, t('Действия', 'Actions')))))), element('tbody'))
    this.way = document.createElementNS(ns, 'svg')
    for (const [name, value] of [['class', 'tt-way'], ['viewBox', '0 0 360 200'], ['role', 'img'], ['aria-label', t('Путь рейса', 'The way of the thread')]]) this.way.setAttribute(name, value)
    this.told = element('p', { class: 'sr', role: 'status' })
    this.editor.replaceChildren(element('div', { class: 'tt-stops-wrap' }, element('div', { class: 'tt-scroll' }, this.table), this.way), element('p', { class: 'tt-tools' }, add, lines), this.told)
    this.editor.hidden = false
    this.area.hidden = true
    this.refill()
    this.editor.addEventListener('input', e => { if (!e.target.matches('[role="combobox"]')) this.write(); else this.forget(e.target) })
    this.editor.addEventListener('picked', e => { e.target.dataset.code = e.detail.code; this.write() })
    this.editor.addEventListener('focusout', e => { if (e.target.matches('[role="combobox"]')) this.settle(e.target) })
    this.editor.addEventListener('click', e => { const button = e.target.closest('[data-stop]'); if (button) this.act(button) })
    this.editor.addEventListener('keydown', e => this.key(e))
    this.form.elements.frequency?.addEventListener('input', () => this.later())
  }

  row(stop = {}) {
    const input = (name, label, width) => element('input', { class: `input ${width}`, 'data-part': name, 'aria-label': label, autocomplete: 'off', form: 'none', maxlength: name === 'station' ? 200 : 40 })
    const station = input('station', t('Станция', 'Station'), '')
    const place = element('div', { class: 'picker', 'data-place': 'station' }, station, element('div', { class: 'finds' }))
    combobox(place)
    const boarding = element('select', { class: 'select', 'data-part': 'boarding', 'aria-label': t('Посадка и высадка', 'Boarding and alighting'), form: 'none' }, ...boardings.map(([value, title]) => element('option', { value }, title)))
    const button = (act, sign, label) => { const b = element('button', { type: 'button', class: 'icon-btn sm', 'data-stop': act, 'aria-label': label }); b.append(sign); return b }
    const tools = element('td', { class: 'tt-acts' }, button('up', '↑', t('Выше', 'Up')), button('down', '↓', t('Ниже', 'Down')), button('after', icon('plus'), t('Вставить ниже', 'Insert below')), button('remove', icon('x'), t('Убрать остановку', 'Remove the stop')))
    const row = element('tr', {}, element('td', { class: 'tt-st' }, place, element('p', { class: 'error', hidden: true })),
      ...[['arrival', t('Прибытие', 'Arrival')], ['departure', t('Отправление', 'Departure')], ['platform', t('Платформа', 'Platform')], ['terminal', t('Терминал', 'Terminal')]].map(([name, label]) => element('td', { 'data-label': label }, input(name, label, 'compact'))),
      element('td', { 'data-label': t('Пассажиры', 'Passengers') }, boarding), tools)
    this.fill(row, stop)
    return row
  }
  /** A row for each line; two for a thread that has none yet. */
  refill() { $('tbody', this.table).replaceChildren(...(this.lines.length ? this.lines : ['', '']).map(() => this.row())) }
  fill(row, stop) {
    const station = $('[data-part="station"]', row)
    station.value = stop.title || stop.code || ''
    station.dataset.code = stop.code || ''
    station.dataset.title = station.value
    for (const name of ['arrival', 'departure', 'platform', 'terminal', 'boarding']) $(`[data-part="${name}"]`, row).value = stop[name] || ''
  }

  // The text of the area

  line(row) {
    const part = name => $(`[data-part="${name}"]`, row).value.trim().replaceAll(' ', '_')
    const station = $('[data-part="station"]', row)
    const words = [station.dataset.code || station.value.trim().replaceAll(' ', '_') || BLANK, ...['arrival', 'departure', 'platform', 'terminal'].map(name => part(name) || '-')]
    if (part('boarding')) words.push(part('boarding'))
    else while (words.length > 1 && words.at(-1) === '-') words.pop()
    return words.join(' ')
  }
  write() {
    this.area.value = this.filled.map(row => this.line(row)).join('\n')
    this.area.dispatchEvent(new Event('input', { bubbles: true }))
    this.later()
  }
  forget(field) { if (field.value !== field.dataset.title) field.dataset.code = '' }
  /** A code may be typed too; a title alone is looked for when the field is left. */
  async settle(field) {
    const text = field.value.trim()
    if (!text || field.dataset.code) return
    const answer = await asked(`places?kind=station&limit=2&q=${encodeURIComponent(text)}`)
    const items = answer?.items ?? [], item = items.length === 1 || items[0]?.title.toLowerCase() === text.toLowerCase() ? items[0] : null
    if (item && !field.dataset.code && field.value.trim() === text) Object.assign(field.dataset, { code: item.code, title: item.title })
    if (item && field.dataset.code === item.code) field.value = item.title
    this.write()
  }
  later() {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.check(false), 200)
  }

  // The answer of the server

  async check(isFirst) {
    const turn = ++this.turn, stops = this.lines
    this.editor.setAttribute('aria-busy', 'true')
    const answer = await asked('stops-check', { stops, has_times: !this.form.elements.frequency?.value.trim() })
    if (turn !== this.turn || !answer) return
    this.editor.removeAttribute('aria-busy')
    const rows = isFirst ? this.rows : this.filled
    for (const row of this.rows) if (!rows.includes(row)) this.tell(row, '')
    answer.items.forEach((stop, n) => {
      const row = rows[n]
      if (!row) return
      // A line that cannot be read stays as it was typed.
      if (isFirst) this.fill(row, stop.code ? stop : { title: stops[n] })
      this.tell(row, $('[data-part="station"]', row).value ? stop.fault : t('выберите станцию', 'choose a station'))
    })
    const faults = $$('.error:not([hidden])', this.table).length
    this.told.textContent = faults ? t(`Ошибок: ${faults}`, `Faults: ${faults}`) : t('Ошибок нет', 'No faults')
    this.draw(answer.items.filter(stop => stop.latitude !== null))
  }
  tell(row, fault) {
    const p = $('.error', row)
    p.textContent = fault ? fault[0].toUpperCase() + fault.slice(1) : ''
    p.hidden = !fault
    row.classList.toggle('bad', !!fault)
  }
  draw(stops) {
    this.way.toggleAttribute('hidden', stops.length < 2)
    if (stops.length < 2) return
    const latitudes = stops.map(s => s.latitude), longitudes = stops.map(s => s.longitude)
    const [south, north, west, east] = [Math.min(...latitudes), Math.max(...latitudes), Math.min(...longitudes), Math.max(...longitudes)]
    const shrink = Math.cos((south + north) / 2 * Math.PI / 180)
    const scale = Math.min(332 / Math.max((east - west) * shrink, 0.01), 172 / Math.max(north - south, 0.01))
    const places = stops.map(s => [180 + (s.longitude - (west + east) / 2) * shrink * scale, 100 - (s.latitude - (south + north) / 2) * scale].map(n => n.toFixed(1)))
    const path = document.createElementNS(ns, 'path')
    path.setAttribute('d', places.map((place, n) => (n ? 'L' : 'M') + place.join(' ')).join(''))
    this.way.replaceChildren(path, ...places.map(([x, y]) => {
      const dot = document.createElementNS(ns, 'circle')
      for (const [name, value] of [['cx', x], ['cy', y], ['r', 3.5]]) dot.setAttribute(name, value)
      return dot
    }))
  }

  // Rows

  act(button) {
    const row = button.closest('tr'), act = button.dataset.stop
    if (act === 'lines') {
      const isShown = this.area.hidden
      button.setAttribute('aria-pressed', isShown)
      this.area.hidden = !isShown
      $('.tt-stops-wrap', this.editor).hidden = isShown
      $('[data-stop="add"]', this.editor).hidden = isShown
      if (isShown) return
      this.refill()
      this.check(true)
      return
    }
    if (act === 'add' || act === 'after') {
      const next = this.row()
      if (row) row.after(next)
      else $('tbody', this.table).append(next)
      this.write()
      $('[data-part="station"]', next).focus()
      return
    }
    if (act === 'remove') {
      const beside = row.nextElementSibling || row.previousElementSibling
      row.remove()
      ;($('[data-part="station"]', beside || this.editor) || $('[data-stop="add"]', this.editor)).focus()
    } else this.move(row, act === 'up', button)
    this.write()
  }
  move(row, isUp, focused) {
    if (isUp) row.previousElementSibling?.before(row)
    else row.nextElementSibling?.after(row)
    focused.focus()
    const rows = this.rows
    this.told.textContent = t(`Место ${rows.indexOf(row) + 1} из ${rows.length}`, `Place ${rows.indexOf(row) + 1} of ${rows.length}`)
  }
  key(e) {
    const row = e.target.closest('tbody tr')
    if (!row || e.ctrlKey || e.metaKey) return
    if (e.altKey && (e.key === 'ArrowUp' || e.key === 'ArrowDown')) {
      e.preventDefault()
      e.stopPropagation()
      this.move(row, e.key === 'ArrowUp', e.target)
      this.write()
    } else if (e.key === 'Enter' && e.target.matches('input')) {
      // Enter goes on to the next row, and does not send the form.
      e.preventDefault()
      const next = row.nextElementSibling
      if (next) $('[data-part="station"]', next).focus()
      else this.act($('[data-stop="after"]', row))
    }
  }
}

onPage(() => $$('[data-editor="stops"]').forEach(field => {
  const editor = $('.editor', field)
  editor.stops ||= new Stops(field)
  $('textarea', field).hidden = $('[data-stop="lines"]', editor)?.getAttribute('aria-pressed') !== 'true'
}))
