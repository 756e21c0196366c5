// Small behaviours over pages that work without them: a form is sent and its answer put in place, lists are sorted
// by hand, keys act, colleagues' changes appear. Nothing here knows what a page is about.
export const $ = (s, r = document) => r.querySelector(s)
export const $$ = (s, r = document) => [...r.querySelectorAll(s)]
const root = document.documentElement
const isRussian = root.lang === 'ru'
/** The text in the language of the page. */
export const t = (ru, en) => isRussian ? ru : en
const assets = $('script[type="module"]').src.replace(/[^/]*$/, '')
export const icon = name => {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('class', 'i'); svg.setAttribute('viewBox', '0 0 24 24'); svg.setAttribute('aria-hidden', 'true')
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
  use.setAttribute('href', `${assets}icons.svg#i-${name}`)
  svg.append(use)
  return svg
}

// Each of these sets up what it finds in a new page or in a part that has been put in place.
const setups = []
/** Calls `body` with the page now, and with it again after every change of it. */
export const onPage = body => { setups.push(body); body(document) }
const setUp = () => { for (const body of setups) body(document) }

// Putting a new page in the place of the old one

// Choices and buttons of one name are told apart by what they stand for; what is typed or moved is no name.
const isChoice = n => n.name && n.value && /^(checkbox|radio|submit)$/.test(n.type)
// A form with a field called `id` answers that field as its `id`.
const keyOf = n => n.nodeType === 1 ? n.getAttribute('id') || (isChoice(n) ? n.name + '=' + n.value : '') : ''
const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b)

// Text typed into a field stays there until it is sent or saved.
let touched = new WeakSet()
document.addEventListener('input', e => touched.add(e.target), true)
/** The server has the contents of the form, so its values apply from now on. */
export const settle = form => { for (const field of form.elements) touched.delete(field) }
let typedLast = []
document.addEventListener('submit', e => {
  typedLast = [...e.target.elements].filter(field => touched.has(field))
  settle(e.target)
}, true)
const fields = 'input, textarea, select'

/** Makes `from` what `to` is, keeping what stays: focus, scrolling, what is open, what is being typed. */
export function morph(from, to) {
  if (from.nodeType !== 1) { if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue; return }
  if (from.isEqualNode(to) && !from.matches(fields) && !from.querySelector(fields)) return
  if (from.hasAttribute('data-keep')) return
  const isOpen = from.matches('details, dialog') && from.open
  for (const { name } of [...from.attributes]) if (!to.hasAttribute(name) && !(name === 'open' && isOpen)) from.removeAttribute(name)
  for (const { name, value } of to.attributes) if (from.getAttribute(name) !== value) from.setAttribute(name, value)
  const isFree = from !== document.activeElement && !touched.has(from)
  if (isFree && from.matches('input, textarea')) {
    if (from.type === 'checkbox' || from.type === 'radio') from.checked = to.checked
    else if (from.type !== 'file' && from.value !== to.value) from.value = to.value
  }
  const known = new Map()
  for (const n of from.childNodes) if (keyOf(n)) known.set(keyOf(n), n)
  // Removed nodes go first; otherwise those after them would be made again and lose the focus.
  const wanted = new Set([...to.childNodes].map(keyOf))
  for (const [key, n] of known) if (!wanted.has(key)) n.remove()
  let at = from.firstChild
  for (const next of [...to.childNodes]) {
    const key = keyOf(next)
    const same = key ? known.get(key) : at && !keyOf(at) && alike(at, next) ? at : null
    if (same && alike(same, next)) {
      if (same === at) at = at.nextSibling
      else from.insertBefore(same, at)
      morph(same, next)
    } else from.insertBefore(document.importNode(next, true), at)
  }
  while (at) { const gone = at; at = at.nextSibling; gone.remove() }
  if (isFree && from.matches('select')) from.value = to.value
}

let here = location.pathname
function putToasts(html) {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const node of $$('#toasts > .toast', page)) show(document.importNode(node, true))
  return page
}
function put(html, url) {
  // The address first: a message leads back to it.
  if (url && url !== location.href) history.replaceState(null, '', url)
  const page = putToasts(html)
  // Rows that are under way to another place would be put back; the answer to their move shows the rest too.
  isBehind = !!(dragged || settling)
  if (isBehind) return
  const isOther = url && new URL(url).pathname !== here
  if (isOther) touched = new WeakSet()
  here = location.pathname
  for (const id of ['main', 'nav']) {
    const [from, to] = [document.getElementById(id), page.getElementById(id)]
    if (from && to) morph(from, to)
  }
  // The focused element is gone with its page: Tab goes on from the beginning of this page, not from its end.
  if (isOther && document.activeElement === document.body) $('#main')?.focus()
  document.title = page.title
  for (const name of ['types', 'position']) document.body.dataset[name] = page.body.dataset[name] || ''
  setUp()
}

/** Whether somebody has to sign in again: the answer is that page. */
export const isOut = answer => new URL(answer.url).pathname === '/login'
export const signIn = () => { location.href = '/login?next=' + encodeURIComponent(location.pathname + location.search) }
/** Whether an answer is awaited. */
export const isBusy = () => busy > 0
let busy = 0, asked = 0, shown = 0, lastChange = Promise.resolve()
/** Sends a request and puts the page that answers it in place: true where it was done, undefined where no page came. Changes go one after another. */
export function send(url, options = {}) {
  if (!options.method || options.method === 'GET') return ask(url, options)
  const change = lastChange.then(() => ask(url, options))
  lastChange = change.catch(() => {})
  return change
}
async function ask(url, { method = 'GET', body, push = false }) {
  const mine = ++asked
  const marker = setTimeout(() => root.setAttribute('data-busy', ''), 300)
  busy++
  try {
    const answer = await fetch(url, { method, body, headers: { 'X-Console': '1', Accept: 'text/html' } })
    if (isOut(answer)) return signIn()
    const html = await answer.text()
    if (!answer.ok) {
      const page = new DOMParser().parseFromString(html, 'text/html'), fault = $('.error-state p', page)
      // A page that only says what is wrong would take away what somebody is at.
      if (fault || answer.status !== 422 && answer.status !== 412) {
        toast(fault?.textContent || t('Не получилось', 'It did not work'), { isBad: true })
        return
      }
    }
    // The answer to something later may have been faster: it does not know of this change yet.
    if (mine < shown) {
      if (method === 'GET') return answer.ok
      putToasts(html)
      if (!answer.ok) toast(t('Не сохранено: проверьте форму', 'Not saved: look at the form'), { isBad: true })
      refresh()
      return answer.ok
    }
    shown = mine
    if (push && answer.url !== location.href) history.pushState(null, '', answer.url)
    put(html, answer.url)
    return answer.ok
  } catch (error) {
    if (error.name !== 'TypeError') throw error
    toast(t('Нет связи с сервером. Ничего не потеряно, повторите.', 'The server cannot be reached. Nothing is lost, try again.'), { isBad: true })
  } finally {
    busy--
    clearTimeout(marker)
    root.removeAttribute('data-busy')
  }
}
/** Sends a file to the library, and tells how much of it is there; all of it means that it is being checked. */
export const upload = (file, told) => new Promise(done => {
  const request = new XMLHttpRequest()
  const end = () => { try { done(JSON.parse(request.responseText)) } catch { done({}) } }
  request.upload.onprogress = e => { if (e.lengthComputable) told(e.loaded / e.total) }
  request.onload = end; request.onerror = () => done({}); request.onabort = () => done({})
  request.open('POST', '/admin/api/v1/media?name=' + encodeURIComponent(file.name))
  request.send(file)
})
/** Shows the page as it is by now. */
export const refresh = () => send(location.href)
addEventListener('popstate', refresh)

document.addEventListener('submit', async e => {
  const form = e.target
  if (e.defaultPrevented || !form.matches('[data-swap]') && !e.submitter?.matches('[data-swap]')) return
  e.preventDefault()
  const by = e.submitter, typed = typedLast
  const url = new URL(by?.getAttribute('formaction') || form.getAttribute('action') || location.href, location.href)
  const fields = new URLSearchParams(new FormData(form, by))
  // A button may stand in a dialog, and its form elsewhere.
  const dialog = (by || form).closest('dialog') || form.closest('dialog')
  if (dialog?.open && !form.hasAttribute('data-stay')) dialog.close()
  if ((by?.getAttribute('formmethod') || form.method) === 'get') {
    for (const [name, value] of [...fields]) if (!value) fields.delete(name, value)
    url.search = fields
    await send(url.href, { push: true })
    return
  }
  by?.setAttribute('aria-busy', 'true')
  const isSwitch = by?.matches('[role="switch"]')
  if (isSwitch) by.setAttribute('aria-checked', by.getAttribute('aria-checked') !== 'true')
  let isDone
  try {
    isDone = await send(url.href, { method: 'POST', body: fields })
  } finally {
    // Listeners that wait for the end are told in any case.
    if (isDone === undefined) {
      // The server does not have the typed text yet.
      for (const field of typed) touched.add(field)
      if (dialog?.isConnected && !dialog.open) openDialog(dialog)
    }
    if (isSwitch && !isDone) by.setAttribute('aria-checked', by.getAttribute('aria-checked') !== 'true')
    by?.removeAttribute('aria-busy')
    form.dispatchEvent(new CustomEvent('sent', { bubbles: true, detail: isDone }))
  }
})
document.addEventListener('click', e => {
  const a = e.target.closest('a[data-swap]')
  if (!a || e.ctrlKey || e.metaKey || e.shiftKey || e.button) return
  e.preventDefault()
  send(a.href, { push: true })
})
// Text typed into a search field is searched for at once.
let typing = 0
document.addEventListener('input', e => {
  if (!e.target.matches('form[data-swap] input[type="search"]')) return
  clearTimeout(typing)
  typing = setTimeout(() => e.target.form?.requestSubmit(), 250)
})
document.addEventListener('change', e => {
  if (e.target.matches('[data-submit]')) e.target.form?.requestSubmit()
})

// Messages

/** Tells something, for eight seconds or as long as it is looked at. */
export function toast(text, { isBad = false, act = null } = {}) {
  const node = document.createElement('div')
  node.className = isBad ? 'toast bad' : 'toast'
  const span = document.createElement('span')
  span.textContent = text
  node.append(icon(isBad ? 'warn' : 'check'), span)
  if (act) {
    const b = document.createElement('button')
    b.type = 'button'; b.className = 'btn sm'; b.textContent = act.title
    b.addEventListener('click', () => { node.remove(); act.run() })
    node.append(b)
  }
  show(node)
}
function show(node) {
  $('#toasts')?.replaceChildren(node)
  linger(node)
}
function linger(node) {
  for (const form of $$('form', node)) {
    form.setAttribute('data-swap', '')
    if (form.back) continue
    const back = document.createElement('input')
    back.type = 'hidden'; back.name = 'back'; back.value = location.pathname + location.search
    form.append(back)
  }
  const end = () => setTimeout(() => node.matches(':hover, :focus-within') ? end() : node.remove(), 8000)
  end()
}
$$('#toasts > .toast').forEach(linger)

// Theme

const isDark = () => root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
onPage(() => $$('[data-theme-toggle]').forEach(b => b.setAttribute('aria-pressed', isDark())))
document.addEventListener('click', e => {
  if (!e.target.closest('[data-theme-toggle]')) return
  root.dataset.theme = isDark() ? 'light' : 'dark'
  document.cookie = `vitrina_theme=${root.dataset.theme};path=/;max-age=31536000;samesite=lax`
  setUp()
})
onPage(() => $$('a[data-keep-query]').forEach(a => {
  const query = new URLSearchParams(location.search)
  query.set('lang', new URLSearchParams(a.getAttribute('href')).get('lang') || new URL(a.href).searchParams.get('lang'))
  a.href = '?' + query
}))
onPage(() => $$('[data-show-password]').forEach(b => { b.hidden = false }))
document.addEventListener('click', e => {
  const b = e.target.closest('[data-show-password]')
  if (!b) return
  const field = $('input', b.parentElement)
  field.type = field.type === 'password' ? 'text' : 'password'
})

// Dialogs: without script they are pages, or open as the server says

const openDialog = dialog => {
  dialog.showModal()
  const first = ['[autofocus]', '[aria-invalid]', '.body :is(input:not([type=hidden]), select, textarea)']
  first.map(what => $(what, dialog)).find(Boolean)?.focus()
}
document.addEventListener('click', e => {
  const link = e.target.closest('[data-open]')
  const dialog = link && document.getElementById(link.dataset.open)
  if (dialog) { e.preventDefault(); openDialog(dialog); return }
  if (e.target.closest('[data-close]')) {
    e.preventDefault()
    const shut = e.target.closest('dialog')
    // After a cancel the next dialog must not begin with this text.
    for (const form of shut ? $$('form', shut) : []) { form.reset(); settle(form) }
    shut?.close()
  }
  if (e.target.matches('dialog')) e.target.close()
  for (const menu of $$('details.menu[open]')) if (!menu.contains(e.target)) menu.open = false
})
onPage(() => $$('dialog[open]:not(:modal)').forEach(d => { d.close(); openDialog(d) }))

// Lists

const rowsOf = list => [...list.children].filter(r => r.matches('[data-id]'))
async function moved(list, row) {
  const rows = rowsOf(list), at = rows.indexOf(row)
  const fields = new URLSearchParams({ id: row.dataset.id })
  if (at > 0) fields.set('after', rows[at - 1].dataset.id)
  else if (rows[1]) fields.set('before', rows[1].dataset.id)
  row.setAttribute('aria-busy', 'true')
  const isDone = await send(list.dataset.sortable, { method: 'POST', body: fields })
  row.removeAttribute('aria-busy')
  if (!isDone) await refresh()
}
let dragged = null, order = '', isBehind = false
const orderOf = list => rowsOf(list).map(r => r.dataset.id).join()
document.addEventListener('pointerdown', e => {
  const handle = e.target.closest('[data-sortable] .drag')
  if (!handle || e.button) return
  dragged = handle.closest('[data-id]')
  order = orderOf(dragged.parentElement)
  dragged.classList.add('dragging')
  handle.setPointerCapture(e.pointerId)
})
document.addEventListener('pointermove', e => {
  if (!dragged) return
  const isAcross = dragged.parentElement.dataset.axis === 'x'
  const span = r => { const b = r.getBoundingClientRect(); return isAcross ? [b.left, b.right] : [b.top, b.bottom] }
  const at = isAcross ? e.clientX : e.clientY
  const over = rowsOf(dragged.parentElement).find(r => r !== dragged && at > span(r)[0] && at < span(r)[1])
  if (!over) return
  const [start, end] = span(over)
  if (at < (start + end) / 2) over.before(dragged)
  else over.after(dragged)
  dragged.dispatchEvent(new CustomEvent('placed', { bubbles: true }))
})
const drop = () => {
  if (!dragged) return
  const row = dragged
  dragged = null
  row.classList.remove('dragging')
  if (orderOf(row.parentElement) !== order) moved(row.parentElement, row)
  else if (isBehind) refresh()
}
document.addEventListener('pointerup', drop)
document.addEventListener('pointercancel', drop)
let settling = 0
document.addEventListener('keydown', e => {
  const handle = e.target.closest?.('[data-sortable] .drag')
  if (!handle || !e.altKey || !/^Arrow(Up|Down|Left|Right)$/.test(e.key)) return
  const row = handle.closest('[data-id]'), list = row.parentElement
  if (/Left|Right/.test(e.key) && list.dataset.axis !== 'x') return
  e.preventDefault()
  const isBack = /Up|Left/.test(e.key), others = rowsOf(list)
  const next = others[others.indexOf(row) + (isBack ? -1 : 1)]
  if (next) isBack ? next.before(row) : next.after(row)
  handle.focus()
  const rows = rowsOf(list)
  toast(t(`Место ${rows.indexOf(row) + 1} из ${rows.length}`, `Place ${rows.indexOf(row) + 1} of ${rows.length}`))
  clearTimeout(settling)
  settling = setTimeout(() => { settling = 0; moved(list, row) }, 600)
})

// Choosing rows: Shift takes all between
let lastBox = null
function count(table) {
  const boxes = $$('tbody .check input', table), n = boxes.filter(b => b.checked).length
  const all = $('thead .check input', table)
  if (all) { all.checked = n > 0 && n === boxes.length; all.indeterminate = n > 0 && n < boxes.length }
  const bar = table.closest('form')?.querySelector('.bulk b')
  if (bar) bar.textContent = t(`Выбрано ${n}`, `${n} selected`)
}
onPage(() => $$('[data-select]').forEach(count))
document.addEventListener('click', e => {
  const box = e.target.closest('[data-select] .check input')
  if (!box) return
  const table = box.closest('[data-select]'), boxes = $$('tbody .check input', table)
  if (box.closest('thead')) boxes.forEach(b => { b.checked = box.checked; touched.add(b) })
  else if (e.shiftKey && lastBox && boxes.includes(lastBox)) {
    const [a, b] = [boxes.indexOf(lastBox), boxes.indexOf(box)].sort((x, y) => x - y)
    boxes.slice(a, b + 1).forEach(x => { x.checked = box.checked; touched.add(x) })
  }
  lastBox = box
  count(table)
})
document.addEventListener('reset', e => setTimeout(() => $$('[data-select]', e.target).forEach(count)))

// What can be copied
document.addEventListener('click', async e => {
  const b = e.target.closest('[data-copy]')
  if (!b) return
  await navigator.clipboard?.writeText(b.dataset.copy)
  toast(t('Скопировано', 'Copied'))
})

// What colleagues change appears by itself, where nothing is being typed

let events = null, waiting = 0
/** Whether a page that is put in place now would be in somebody's way. */
export const isTyping = () => document.activeElement?.matches?.('input:not([type="checkbox"]), textarea, select') || $('dialog:modal') || $('[data-dirty]') || dragged || settling || busy
function changed(change) {
  const types = (document.body.dataset.types || '').split(' ')
  if (!types.includes(change.type) && !types.includes('*')) return
  document.dispatchEvent(new CustomEvent('content-changed', { detail: change }))
  clearTimeout(waiting)
  const look = () => { if (isTyping()) waiting = setTimeout(look, 1000); else refresh() }
  waiting = setTimeout(look, 150)
}
/** Opens a stream again that the browser has given up, as it does after any answer but a good one. */
export function again(stream, open) {
  stream.addEventListener('error', () => { if (stream.readyState === EventSource.CLOSED) setTimeout(open, 5000) })
}
function listen() {
  if (document.hidden || !document.body.dataset.types) { events?.close(); events = null; return }
  if (events) return
  // Changes since the page was drawn come first.
  events = new EventSource('/admin/api/v1/events?after=' + document.body.dataset.position)
  events.addEventListener('content.changed', e => changed(JSON.parse(e.data)))
  events.addEventListener('reset', () => refresh())
  // Another one may stand by then.
  again(events, () => { if (events?.readyState === EventSource.CLOSED) { events = null; listen() } })
}
let wasHidden = false
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && wasHidden && document.body.dataset.types && !isTyping()) refresh()
  wasHidden = document.hidden
  listen()
})
onPage(listen)
onPage(() => { if ($('[data-codes], [data-left]')) import('./codes.js') })

// A page that tells how fast it grows is looked at again and again
let next = 0
onPage(() => {
  clearTimeout(next)
  const seconds = +($('[data-refresh]')?.dataset.refresh || 0)
  const look = async () => {
    if (document.hidden || isTyping()) next = setTimeout(look, 1000)
    else if (!await refresh()) next = setTimeout(look, seconds * 2000)
  }
  if (seconds) next = setTimeout(look, seconds * 1000)
})

// Keys, by their places, so that they work in the Russian layout

const goes = { d: '/', h: '/mall/home', o: '/mall/offers', a: '/system/changes', s: '/people/codes', f: '/flags' }
const rowsAre = 'tbody tr, .hrow, .sgrp, .mcat, .prow, .crow, .sug li, .timeline li'
const rowOf = n => n?.closest?.(rowsAre)
function step(by) {
  const rows = $$('main').flatMap(m => $$(rowsAre, m)).filter(r => r.checkVisibility()), at = rows.indexOf(rowOf(document.activeElement))
  const row = rows[Math.max(0, Math.min(rows.length - 1, at + by))]
  $('a.name, a', row || document.body)?.focus()
}
const panels = '.bulk, .draftbar, .vdiff, .pane'
/** Goes to what stands beside or below the rows, and from one such panel to the next. */
function toPanel() {
  const all = $$(panels, $('main')), now = all.indexOf(document.activeElement.closest(panels))
  const ways = [...all.slice(now + 1), ...all.slice(0, now + 1)]
    .map(p => $$('a[href], button, summary, [type="checkbox"], [type="radio"]', p).find(n => n.checkVisibility() && !n.disabled))
  ways.find(Boolean)?.focus()
}
// Letters are typed into these; sliders and boxes leave them to the keys.
const takesLetters = 'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select, [contenteditable]'
let g = 0
document.addEventListener('keydown', e => {
  const isCommand = e.ctrlKey || e.metaKey
  if (isCommand && e.code === 'KeyK') { e.preventDefault(); openPalette(); return }
  if (isCommand && (e.code === 'KeyS' || e.key === 'Enter')) {
    const b = $(e.code === 'KeyS' ? '[data-key="save"]' : '[data-key="publish"]')
    if (b) { e.preventDefault(); b.click() }
    return
  }
  if (isCommand || e.altKey || root.hasAttribute('data-no-keys') || $('dialog:modal')) return
  if (e.target.closest(takesLetters)) {
    // The typed text stays, and the keys act again. A menu closes instead.
    if (e.key === 'Escape' && !e.target.closest('details.menu, [data-finder]')) { e.preventDefault(); e.target.blur() }
    return
  }
  const key = e.code.replace('Key', '').toLowerCase()
  if (g && Date.now() - g < 1200 && goes[key]) { location.href = goes[key]; return }
  g = key === 'g' ? Date.now() : 0
  // On a Russian keyboard both signs stand elsewhere, on the key of the full stop and of the seven.
  if (e.key === '?' || e.code === 'Slash' && e.shiftKey) $('#keys')?.showModal()
  else if (e.key === '/' || e.code === 'Slash') { e.preventDefault(); $('main input[type="search"]')?.focus() }
  else if (key === 'j') step(1)
  else if (key === 'k') step(-1)
  else if (key === 'x' || key === 't') {
    const row = rowOf(document.activeElement)
    if (row) $(key === 'x' ? '.check input' : '[role="switch"], .sug button', row)?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: e.shiftKey }))
  }
  else if (key === 'p') toPanel()
  else if (key === 'z') send('/undo', { method: 'POST', body: new URLSearchParams({ back: location.pathname + location.search }) })
  else $(`[data-key="${CSS.escape(key)}"]`)?.click()
})

const keysOff = () => localStorage.getItem('no-keys') === '1'
root.toggleAttribute('data-no-keys', keysOff())
onPage(() => $$('[data-single-keys]').forEach(box => { box.checked = !keysOff() }))
document.addEventListener('change', e => {
  if (!e.target.matches('[data-single-keys]')) return
  localStorage.setItem('no-keys', e.target.checked ? '0' : '1')
  root.toggleAttribute('data-no-keys', keysOff())
})

// Finding and doing

const palette = $('#palette')
async function openPalette() {
  if (!palette) return
  if (palette.open) { palette.close(); return }
  palette.showModal()
  const field = $('input', palette)
  field.select()
  await find(field.value)
}
let finding = 0
async function find(text) {
  const mine = ++finding
  const answer = await fetch('/search?part=1&q=' + encodeURIComponent(text) + '&from=' + encodeURIComponent(location.pathname))
  if (mine !== finding || !answer.ok) return
  if (isOut(answer)) return signIn()
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  $('#palette-list').replaceChildren(...[...page.body.children].map(n => document.importNode(n, true)))
  $('[role="option"]', palette)?.setAttribute('aria-selected', 'true')
}
palette?.addEventListener('input', e => find(e.target.value))
document.addEventListener('click', e => {
  if (e.target.closest('[data-open="palette"]')) setTimeout(() => find($('input', palette).value))
})
palette?.addEventListener('keydown', e => {
  if (!['ArrowDown', 'ArrowUp', 'Enter'].includes(e.key)) return
  const options = $$('[role="option"]', palette), at = options.findIndex(o => o.getAttribute('aria-selected') === 'true')
  if (!options.length) return
  e.preventDefault()
  if (e.key === 'Enter') { options[Math.max(0, at)].click(); return }
  const next = (at + (e.key === 'ArrowDown' ? 1 : -1) + options.length) % options.length
  options.forEach((o, n) => o.setAttribute('aria-selected', n === next))
  options[next].scrollIntoView({ block: 'nearest' })
})
