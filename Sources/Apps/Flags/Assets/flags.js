// Remote flags: the phone follows what is moved and typed before it is kept, and nothing is published half kept.
import { $, $$, again, icon, isBusy, isTyping, onPage, refresh, t, toast } from './console.js'

// An edit is under way from its submission until its answer stands on the page. A form may have several under way, and
// each of them ends with an event of its own.
let running = 0, isUnsaved = false, waits = []
const isEdit = f => f.matches?.('[data-edit]')
document.addEventListener('submit', e => {
  if (!e.target.closest?.('[data-publish]') || !running) return
  // Published would be what was there before the edit.
  e.preventDefault()
  e.stopImmediatePropagation()
  const [form, by] = [e.target, e.submitter]
  if (waits.some(w => w.form === form)) return
  by?.setAttribute('aria-busy', 'true')
  waits.push({ form, by })
}, true)
/** Publishes after the edits; what cannot be sent any more says so. */
function publish({ form, by }) {
  by?.removeAttribute('aria-busy')
  const why = isUnsaved ? t('последнее изменение не сохранилось. Проверьте его и опубликуйте ещё раз.', 'the last change was not saved. Look at it and publish again.')
    : !form.isConnected ? t('публиковать уже нечего.', 'there is nothing left to publish.') : ''
  if (why) toast(t('Не опубликовано: ', 'Not published: ') + why, { isBad: true })
  else form.requestSubmit(by?.isConnected ? by : undefined)
}
document.addEventListener('submit', e => {
  if (!isEdit(e.target)) return
  if (!running++) isUnsaved = false
  // The event of a form that its own answer removes from the page reaches no other element. The same listener is added only once.
  e.target.addEventListener('sent', done)
  const pressed = e.submitter?.closest('.seg') && e.submitter
  if (!pressed) return
  for (const b of $$('button', pressed.parentElement)) b.setAttribute('aria-pressed', b === pressed)
  if (pressed.closest('#ed-paywall_variant')) $('.phone.pw')?.classList.toggle('ext', pressed.value === 'extended')
}, true)
function done(e) {
  if (!e.detail) isUnsaved = true
  if (--running) return
  const all = waits
  waits = []
  for (const wait of all) if (wait.form) publish(wait); else refresh()
}
// A publication that still waits for an edit would be lost with the page.
addEventListener('beforeunload', e => { if (waits.some(w => w.form)) e.preventDefault() })

const number = text => document.documentElement.lang === 'ru' ? String(text).replace('.', ',').replace('-', '−') : text
const fill = r => r.style.setProperty('--p', `${(r.value - r.min) / (r.max - r.min) * 100}%`)
const wall = () => $('#paywall')
function draw(box = wall()) {
  if (!box) return
  box.style.setProperty('--close_opacity', box.dataset.opacity)
  box.style.setProperty('--close_delay', box.dataset.delay)
  const cross = $('.pw-x .i', box)
  cross?.setAttribute('opacity', box.dataset.opacity)
}
const put = (name, text) => { for (const n of $$(`[data-out="${name}"], [data-text="${name}"]`, wall())) n.textContent = text }
// What has been changed and not been sent yet
let typed = null
document.addEventListener('input', e => {
  const field = e.target
  if (field.matches('.rangebox .range')) {
    const unit = field.dataset.unit
    fill(field)
    $('output', field.parentElement).textContent = number(field.value) + (unit ? '\u00a0' + unit : '')
  }
  if (field.matches('[data-json]')) check(field)
  typed = field
  preview(field)
})
document.addEventListener('submit', () => { typed = null })
/** Shows on the phone what a field holds, before it is kept. */
function preview(field) {
  const box = wall(), name = field.dataset.var
  if (!name || !box || !('live' in box.dataset)) return
  if (name === 'close_opacity') {
    box.dataset.opacity = field.value
    put(name, number(field.value))
    const warning = $('[data-warning]', box)
    if (warning) warning.hidden = Number(field.value) >= Number(box.dataset.faint)
  } else if (name === 'close_delay') {
    box.dataset.delay = field.value
    put(name, number(field.value) + '\u00a0' + t('с', 's'))
  } else put(name, field.value)
  draw(box)
}
/** Says at once where a text is no JSON. */
function check(field) {
  let fault = ''
  try { if (field.value || field.dataset.json !== 'empty') JSON.parse(field.value) } catch (error) { fault = t('Это не JSON: ', 'This is no JSON: ') + error.message }
  field.setCustomValidity('')
  field.setAttribute('aria-invalid', fault ? 'true' : 'false')
  const old = $('.error[data-typed]', field.parentElement)
  old?.remove()
  if (!fault) return
  const line = document.createElement('p')
  line.className = 'error'; line.dataset.typed = ''; line.textContent = fault
  field.after(line)
}
function replay() {
  const box = wall()
  if (!box) return
  for (const node of $$('.pw-x, .run', box)) { node.style.animation = 'none'; void node.getBoundingClientRect(); node.style.animation = '' }
}
document.addEventListener('click', e => {
  if (e.target.closest('[data-replay]')) replay()
  const opener = e.target.closest('[data-open][data-field]')
  if (opener) document.getElementById(opener.dataset.field)?.focus()
})
onPage(() => {
  draw()
  // Text typed while an answer was under way is newer than the answer.
  if (typed && typed === document.activeElement) preview(typed)
  $$('.rangebox .range').forEach(fill)
  for (const b of $$('[data-replay]')) b.hidden = false
})
// What else a line of the builder asks depends on what it compares.
document.addEventListener('change', e => {
  if (e.target.matches('[data-rebuild]')) $('button[value="look"]', e.target.form)?.click()
})

// A name for programs follows the title until somebody types one
const latin = Object.fromEntries('а a б b в v г g д d е e ё e ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х h ц ts ч ch ш sh щ sch ы y э e ю yu я ya'.split(' ').map((c, n, all) => [c, all[n + 1]]).filter((_, n) => n % 2 === 0))
document.addEventListener('input', e => {
  const follower = e.target.id && $(`[data-from="${e.target.id}"]`)
  if (!follower || follower.value !== (follower.dataset.made || '')) return
  follower.value = follower.dataset.made = [...e.target.value.toLowerCase()].map(c => latin[c] ?? (/[a-z0-9]/.test(c) ? c : /[ъь]/.test(c) ? '' : '_')).join('').replace(/_+/g, '_').replace(/^[_0-9]+|_$/g, '').slice(0, 60)
})

// What colleagues edit and publish appears by itself; where something is being typed it waits until it is asked for

const form = '.flagform'
document.addEventListener('input', e => e.target.closest(form)?.toggleAttribute('data-typed', true))
document.addEventListener('submit', e => e.target.removeAttribute('data-typed'))
const step = () => Number($('#flag-step')?.dataset.step || 0)
let stream = null, place = '', news = null, looking = 0
function follow() {
  const wanted = document.hidden ? '' : $('#flag-step')?.dataset.project || ''
  if (news && news.step <= step()) news = null
  if (!news) $('#flag-news')?.remove()
  if (wanted === place) return
  stream?.close()
  stream = null
  place = wanted
  if (!wanted) return
  stream = new EventSource(`/admin/api/v1/flags/${encodeURIComponent(wanted)}/events?after=${step()}`)
  again(stream, () => { place = ''; follow() })
  stream.addEventListener('flags.changed', e => {
    news = { by: JSON.parse(e.data).by, step: Number(e.lastEventId) }
    clearTimeout(looking)
    looking = setTimeout(look, 150)
  })
}
function look() {
  if (!news || news.step <= step()) return
  // The answer to an edit of one's own tells of it too.
  if (running || isBusy()) { looking = setTimeout(look, 300); return }
  if (isTyping() || $(`${form}[data-typed]`)) tell()
  else refresh()
}
function tell() {
  const note = $('#flag-news') || document.createElement('div')
  const text = document.createElement('span'), button = document.createElement('button')
  note.id = 'flag-news'; note.className = 'note band news'
  note.setAttribute('role', 'status')
  text.className = 'grow'
  text.textContent = news.by ? t(`${news.by}: есть новые изменения`, `${news.by} has made changes`) : t('Есть новые изменения', 'There are changes')
  button.type = 'button'; button.className = 'btn sm'; button.textContent = t('Показать', 'Show')
  // The typed text is saved first, as the button takes the focus; the answer to that is the page as it is then.
  button.addEventListener('click', () => { if (running) waits.push({}); else refresh() })
  note.replaceChildren(icon('refresh'), text, button)
  if (!note.isConnected) $('main').prepend(note)
}
document.addEventListener('visibilitychange', follow)
onPage(follow)
