// The map of stations: drawn as SVG from what the server has in the window, at most some 2,000 points.
import { $, $$, onPage, t } from './console.js'
import { asked, element } from './travel.js'

const TILE = 256, ZOOMS = [1, 17], LISTED = 60, NAMES = 70, NAMED = 6, CELL = 7
const ns = 'http://www.w3.org/2000/svg'
const drawn = (name, attributes) => {
  const node = document.createElementNS(ns, name)
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value)
  return node
}
const across = longitude => (longitude + 180) / 360
const down = latitude => {
  const radians = Math.max(-85, Math.min(85, latitude)) * Math.PI / 180
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI)
}
const longitudeOf = x => x * 360 - 180
const latitudeOf = y => Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180 / Math.PI
const clamp = (value, from, to) => Math.max(from, Math.min(to, value))

let map = null

class TimetableMap {
  constructor(root) {
    this.root = root
    this.svg = $('#tt-svg', root)
    const [latitude, longitude] = root.dataset.at.split(',').map(Number)
    Object.assign(this, { x: across(longitude), y: down(latitude), zoom: Number(root.dataset.zoom) })
    this.home = root.dataset.home.split(',').map(Number)
    Object.assign(this, { stations: [], lines: [], total: 0, chosen: root.dataset.station, thread: root.dataset.thread })
    Object.assign(this, { pointers: new Map(), turn: 0, timer: 0, moved: 0 })
    this.svg.setAttribute('tabindex', '0')
    this.measure()
    // The server has thought of a window of 960 × 600.
    if (!new URLSearchParams(location.search).has('at')) this.zoom = clamp(this.zoom + this.room, ...ZOOMS)
    new ResizeObserver(() => { this.measure(); this.change() }).observe(this.svg)
    this.listen()
    this.load()
    if (this.chosen || this.thread) this.way()
  }

  // The window

  measure() {
    const box = this.svg.getBoundingClientRect()
    if (!box.width) return
    Object.assign(this, { width: box.width, height: box.height })
    this.svg.setAttribute('viewBox', `0 0 ${box.width} ${box.height}`)
  }
  get room() { return Math.log2(Math.min(this.width / 960, this.height / 600)) }
  get scale() { return TILE * 2 ** this.zoom }
  place(station) {
    return [(across(station.longitude) - this.x) * this.scale + this.width / 2, (down(station.latitude) - this.y) * this.scale + this.height / 2]
  }
  window() {
    const [halfX, halfY] = [this.width / 2 / this.scale, this.height / 2 / this.scale]
    return [latitudeOf(Math.min(0.99, this.y + halfY)), longitudeOf(Math.max(0, this.x - halfX)),
      latitudeOf(Math.max(0.01, this.y - halfY)), longitudeOf(Math.min(1, this.x + halfX))]
  }
  pan(dx, dy) {
    this.x = clamp(this.x + dx / this.scale, 0, 1)
    this.y = clamp(this.y + dy / this.scale, 0.05, 0.95)
    this.change()
  }
  /** Zooms so that what is at (left, top) stays there. */
  zoomBy(steps, left = this.width / 2, top = this.height / 2) {
    const [px, py] = [left - this.width / 2, top - this.height / 2]
    const before = this.scale
    this.zoom = clamp(this.zoom + steps, ...ZOOMS)
    this.x = clamp(this.x + px / before - px / this.scale, 0, 1)
    this.y = clamp(this.y + py / before - py / this.scale, 0.05, 0.95)
    this.change()
  }
  go(latitude, longitude, zoom) {
    Object.assign(this, { x: across(longitude), y: down(latitude), zoom: clamp(zoom, ...ZOOMS) })
    this.change()
  }
  all() {
    const [latitude, longitude, zoom] = this.home
    this.go(latitude, longitude, zoom + this.room)
  }
  change() {
    this.draw()
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.load(), 120)
  }

  // The stations

  get kinds() { return $$('#tt-map-form [name="transport"]:checked').map(input => input.value) }
  async load() {
    const turn = ++this.turn
    this.root.setAttribute('aria-busy', 'true')
    const query = new URLSearchParams({ window: this.window().map(n => n.toFixed(6)).join() })
    for (const kind of this.kinds) query.append('transport_types', kind)
    const answer = await asked(`map?${query}`)
    if (turn !== this.turn || !this.root.isConnected) return
    this.root.removeAttribute('aria-busy')
    if (!answer) return
    Object.assign(this, { stations: answer.items, total: answer.total })
    this.draw()
    this.list()
    this.remember()
  }
  async way() {
    const name = this.thread ? 'thread' : 'station', value = this.thread || this.chosen
    const answer = value && await asked(`lines?${name}=${encodeURIComponent(value)}`)
    this.lines = answer?.items ?? []
    this.draw()
  }
  remember() {
    const query = new URLSearchParams({ at: `${latitudeOf(this.y).toFixed(5)},${longitudeOf(this.x).toFixed(5)}`, zoom: this.zoom.toFixed(1) })
    for (const kind of this.kinds) query.append('transport', kind)
    if (this.thread) query.set('thread', this.thread)
    if (this.chosen) query.set('station', this.chosen)
    history.replaceState(history.state, '', `${location.pathname}?${query}`)
  }

  // Drawing

  draw() {
    if (!this.width) return
    const dots = [], shown = [], cells = new Set()
    for (const station of this.stations) {
      const [x, y] = this.place(station), isChosen = station.code === this.chosen
      if (x < -20 || y < -20 || x > this.width + 20 || y > this.height + 20) continue
      // Where points would lie on one another the most served one stands for them.
      const cell = `${Math.round(x / CELL)},${Math.round(y / CELL)}`
      if (cells.has(cell) && !isChosen) continue
      cells.add(cell)
      const r = isChosen ? 8 : 3 + Math.min(4, Math.log10(1 + station.served))
      dots.push(drawn('circle', { cx: x.toFixed(1), cy: y.toFixed(1), r: r.toFixed(1), class: station.transport_type + (isChosen ? ' on' : ''), 'data-code': station.code }))
      shown.push([station, x, y, isChosen])
    }
    const names = this.names(shown, cells)
    $('.tt-points', this.svg).replaceChildren(...dots.reverse())
    $('.tt-names', this.svg).replaceChildren(...names)
    $('.tt-lines', this.svg).replaceChildren(...this.lines.map(line => drawn('path', {
      d: line.points.map(([latitude, longitude], n) => (n ? 'L' : 'M') + this.place({ latitude, longitude }).map(c => c.toFixed(1)).join(' ')).join(''),
      class: line.transport_type,
    })))
    this.grid()
  }
  /** Names beside points where there is room; the first few are there in any case. */
  names(shown, cells) {
    const names = [], taken = []
    for (const [station, x, y, isChosen] of shown) {
      const box = [x + 9, y - 8, x + 15 + station.title.length * 6.6, y + 8]
      if (box[2] > this.width && !isChosen || taken.some(b => box[2] > b[0] && b[2] > box[0] && box[3] > b[1] && b[3] > box[1])) continue
      let isFree = true
      for (let left = Math.round(box[0] / CELL) + 1; left <= box[2] / CELL && isFree; left++) {
        for (let top = Math.round((y - 5) / CELL); top <= (y + 5) / CELL; top++) if (cells.has(`${left},${top}`)) isFree = false
      }
      if (!isFree && !isChosen && names.length >= NAMED) continue
      taken.push(box)
      names.push(Object.assign(drawn('text', { x: box[0].toFixed(1), y: (y + 4).toFixed(1) }), { textContent: station.title }))
      if (names.length === NAMES) break
    }
    return names
  }
  grid() {
    const [south, west, north, east] = this.window()
    const step = [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01].find(s => (east - west) / s >= 3) ?? 0.005
    const parts = [], digits = step < 0.1 ? 2 : step < 1 ? 1 : 0
    for (let at = Math.ceil(west / step) * step, n = 0; at <= east && n < 60; at += step, n++) {
      const x = this.place({ latitude: 0, longitude: at })[0].toFixed(1)
      parts.push(drawn('path', { d: `M${x} 0V${this.height}` }))
      if (n) parts.push(Object.assign(drawn('text', { x: Number(x) + 3, y: 12 }), { textContent: `${at.toFixed(digits)}°` }))
    }
    for (let at = Math.ceil(south / step) * step, n = 0; at <= north && n < 60; at += step, n++) {
      const y = this.place({ latitude: at, longitude: 0 })[1].toFixed(1)
      parts.push(drawn('path', { d: `M0 ${y}H${this.width}` }))
      if (n) parts.push(Object.assign(drawn('text', { x: 4, y: Number(y) - 3 }), { textContent: `${at.toFixed(digits)}°` }))
    }
    $('.tt-grid', this.svg).replaceChildren(...parts)
    const metres = 40075016 * Math.cos(latitudeOf(this.y) * Math.PI / 180) / this.scale * 90
    const power = 10 ** Math.floor(Math.log10(metres)), round = [5, 2, 1].find(n => n * power <= metres) * power
    const scale = $('#tt-scale', this.root)
    scale.style.setProperty('--w', `${90 * round / metres}px`)
    scale.textContent = round >= 1000 ? `${round / 1000} ${t('км', 'km')}` : `${round} ${t('м', 'm')}`
  }
  list() {
    const note = s => [s.kind, s.settlement === s.title ? '' : s.settlement].filter(Boolean).join(', ')
    // The focused element stays; otherwise the keyboard would be sent back to the top of the page.
    const focused = document.activeElement?.dataset?.code
    $('#tt-list', this.root).replaceChildren(...this.stations.slice(0, LISTED).map(s => element('li', {},
      element('a', { href: `?station=${s.code}`, 'data-code': s.code, 'aria-current': s.code === this.chosen }, s.title), ' ', element('span', { class: 'sub' }, note(s)))))
    if (focused) $(`#tt-list [data-code="${focused}"]`, this.root)?.focus()
    const more = this.total > this.stations.length ? t(`, показаны ${this.stations.length} самых оживлённых`, `, the ${this.stations.length} busiest are shown`) : ''
    $('#tt-count', this.root).textContent = t(`В окне станций: ${this.total}${more}`, `Stations in sight: ${this.total}${more}`)
  }

  // A station

  choose(code) {
    const station = this.stations.find(s => s.code === code)
    this.chosen = code
    this.thread = ''
    const card = $('#tt-card', this.root)
    card.replaceChildren()
    if (station) {
      const town = station.settlement || t('вне городов', 'outside of settlements')
      const close = element('button', { class: 'icon-btn sm', type: 'button', 'data-map': 'close', 'aria-label': t('Закрыть', 'Close') })
      close.append('×')
      card.append(element('h2', {}, station.title), close,
        element('p', { class: 'sub' }, [station.code, station.kind, town].filter(Boolean).join(' · ')),
        element('p', { class: 'acts' },
          element('a', { class: 'btn sm', href: `/travel/board?station=${code}` }, t('Табло', 'Board')),
          element('a', { class: 'btn sm', href: `/travel/stations/${code.slice(1)}` }, t('Станция', 'Station'))))
    }
    for (const link of $$('#tt-list a', this.root)) link.toggleAttribute('aria-current', link.dataset.code === code)
    this.way()
    this.remember()
  }
  nearest() {
    let best = null, least = Infinity
    for (const station of this.stations) {
      const [x, y] = this.place(station), far = Math.hypot(x - this.width / 2, y - this.height / 2)
      if (far < least) [best, least] = [station, far]
    }
    return best?.code
  }

  // Mouse, fingers, keys

  listen() {
    const svg = this.svg, at = e => { const box = svg.getBoundingClientRect(); return [e.clientX - box.left, e.clientY - box.top] }
    svg.addEventListener('wheel', e => {
      e.preventDefault()
      this.zoomBy(clamp(-e.deltaY / (e.deltaMode ? 6 : 240), -1, 1), ...at(e))
    }, { passive: false })
    svg.addEventListener('pointerdown', e => {
      if (e.button) return
      svg.setPointerCapture(e.pointerId)
      this.pointers.set(e.pointerId, at(e))
      if (this.pointers.size === 1) this.moved = 0
    })
    svg.addEventListener('pointermove', e => {
      const from = this.pointers.get(e.pointerId), to = at(e)
      if (!from) return
      const other = [...this.pointers].find(([id]) => id !== e.pointerId)?.[1]
      this.pointers.set(e.pointerId, to)
      if (other) {
        const far = p => Math.hypot(p[0] - other[0], p[1] - other[1])
        if (far(from) > 1 && far(to) > 1) this.zoomBy(Math.log2(far(to) / far(from)), (to[0] + other[0]) / 2, (to[1] + other[1]) / 2)
        this.moved = 99
        return
      }
      this.moved += Math.hypot(to[0] - from[0], to[1] - from[1])
      this.pan(from[0] - to[0], from[1] - to[1])
    })
    const end = e => {
      const place = this.pointers.get(e.pointerId)
      this.pointers.delete(e.pointerId)
      if (!place || e.type !== 'pointerup' || this.moved > 5) return
      const hit = this.stations.map(s => ({ code: s.code, far: Math.hypot(this.place(s)[0] - place[0], this.place(s)[1] - place[1]) }))
        .filter(s => s.far < 16).sort((a, b) => a.far - b.far)[0]
      if (hit) this.choose(hit.code)
    }
    svg.addEventListener('pointerup', end)
    svg.addEventListener('pointercancel', end)
    svg.addEventListener('dblclick', e => this.zoomBy(1, ...at(e)))
    svg.addEventListener('keydown', e => {
      if (e.ctrlKey || e.metaKey || e.altKey) return
      const act = {
        ArrowLeft: () => this.pan(-80, 0), ArrowRight: () => this.pan(80, 0), ArrowUp: () => this.pan(0, -80), ArrowDown: () => this.pan(0, 80),
        '+': () => this.zoomBy(1), '=': () => this.zoomBy(1), '-': () => this.zoomBy(-1), '−': () => this.zoomBy(-1), 0: () => this.all(),
        Enter: () => { const code = this.nearest(); if (code) this.choose(code) }, Escape: () => this.choose(''),
      }[e.key]
      if (!act) return
      e.preventDefault()
      e.stopPropagation()
      act()
    })
  }
}

onPage(() => {
  const root = $('#tt-map')
  if (!root) { map = null; return }
  if (map?.root !== root) map = new TimetableMap(root)
})
document.addEventListener('click', e => {
  const act = e.target.closest?.('[data-map]')?.dataset.map, station = e.target.closest?.('#tt-list a')
  if (!map || !act && !station || e.ctrlKey || e.metaKey) return
  e.preventDefault()
  if (station) map.choose(station.dataset.code)
  else ({ in: () => map.zoomBy(1), out: () => map.zoomBy(-1), all: () => map.all(), close: () => { map.choose(''); map.svg.focus() } })[act]()
})
document.addEventListener('change', e => { if (map && e.target.matches('#tt-map-form [name="transport"]')) map.load() })
document.addEventListener('picked', async e => {
  if (!map || !e.target.closest('#tt-map-form')) return
  const { code, latitude, longitude } = e.detail
  if (!latitude) return
  map.go(Number(latitude), Number(longitude), code.startsWith('s') ? 13 : 11)
  clearTimeout(map.timer)
  await map.load()
  if (code.startsWith('s')) map.choose(code)
})
