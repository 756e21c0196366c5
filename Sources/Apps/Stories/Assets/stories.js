// Stories: the phone plays them as the app does, each page for its own seconds, and closes after the last.
import { $, $$, t, onPage } from './console.js'

const calm = matchMedia('(prefers-reduced-motion: reduce)')
let key = null, at = 0, elapsed = 0, running = null
let isHeld = false, isOver = false, isClosed = false

const story = () => $('.story[data-play]')
const slides = s => $$('.spg', s)
const isStill = () => isHeld || isOver

function stop() {
  elapsed = Number(running?.currentTime || 0)
  if (running) { running.onfinish = null; running.cancel() }
  running = null
}

/** Shows the page that is on, and lets its bar run from where it was. */
function draw(from = 0) {
  const s = story()
  stop()
  if (!s) return
  s.hidden = isClosed
  $$('[data-player]').forEach(p => { p.hidden = false })
  $$('[data-story="toggle"]').forEach(b => b.setAttribute('aria-pressed', isHeld))
  slides(s).forEach((slide, n) => slide.classList.toggle('on', n === at))
  $$('.bars i', s).forEach((bar, n) => bar.classList.toggle('full', n < at || isClosed))
  $('.bars', s)?.setAttribute('aria-label', t(`Страница ${at + 1} из ${slides(s).length}`, `Page ${at + 1} of ${slides(s).length}`))
  const slide = slides(s)[at], bar = $$('.bars i', s)[at]?.firstElementChild
  if (isClosed || !slide || !bar) return
  // Who wants no motion sees the bar full only once its time is over.
  running = bar.animate([{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }],
    { duration: slide.dataset.seconds * 1000, fill: 'both', easing: calm.matches ? 'steps(1, end)' : 'linear' })
  running.currentTime = from
  running.onfinish = () => go(at + 1)
  if (isStill()) running.pause()
}

function go(to) {
  const s = story()
  if (!s) return
  const count = slides(s).length
  isClosed = to >= count
  at = Math.max(0, Math.min(to, count - 1))
  draw()
}
const close = () => { isClosed = true; draw() }
function hold(held) {
  isHeld = held
  $$('[data-story="toggle"]').forEach(b => b.setAttribute('aria-pressed', isHeld))
  rest()
}
function rest() {
  if (!running) return
  if (isStill()) running.pause()
  else if (running.playState === 'paused') running.play()
}
function replay() { isHeld = false; go(0) }
function toggle() { if (isClosed) replay(); else hold(!isHeld) }
const acts = { prev: () => go(isClosed ? slides(story()).length - 1 : at - 1), next: () => isClosed ? replay() : go(at + 1), toggle, replay, close }

onPage(() => {
  const s = story()
  if (!s) { stop(); key = null; return }
  if (s.dataset.key !== key) {
    key = s.dataset.key
    isHeld = calm.matches
    go(Number(s.dataset.start))
  } else {
    at = Math.min(at, slides(s).length - 1)
    draw(Number(running?.currentTime || elapsed))
  }
})

document.addEventListener('click', e => {
  const act = e.target.closest('[data-story]')?.dataset.story
  if (act && story()) acts[act]()
})
// On a narrow screen the phone begins once it is looked at.
document.addEventListener('change', e => {
  if (e.target.matches('.stories [name="view"][value="preview"]') && story()) go(Number(story().dataset.start))
})
document.addEventListener('pointerover', e => {
  const over = e.pointerType === 'mouse' && !!story() && !!e.target.closest?.('.preview .phone')
  if (over === isOver) return
  isOver = over
  rest()
})
document.addEventListener('keydown', e => {
  if (e.altKey || e.ctrlKey || e.metaKey || !story() || !e.target.closest?.('.stories .phone, .stories [data-player]')) return
  const act = { ArrowLeft: 'prev', ArrowRight: 'next', Escape: 'close' }[e.key]
  if (!act) return
  e.preventDefault()
  e.stopPropagation()
  acts[act]()
})

// Text typed into the form of a page appears in the phone at once, and is counted.
document.addEventListener('input', e => {
  const field = e.target
  const form = field.closest?.('.spform form')
  if (!form) return
  form.toggleAttribute('data-dirty', true)
  const count = $('.count', field.closest('.field'))
  if (count) {
    const n = [...field.value].length
    count.textContent = `${n} / ${count.dataset.max}`
    count.classList.toggle('over', n > Number(count.dataset.max))
  }
  const phone = $('.stories .phone')
  if (!field.dataset.shows || phone?.lang !== field.lang) return
  const slide = $$('.spg', phone).find(s => s.dataset.page === form.dataset.page)
  const place = slide && $(field.dataset.shows === 'title' ? 'h3' : 'p', slide)
  if (place) place.textContent = field.value
})
// Text typed into the form of a page is not lost when another page is opened.
const dirty = () => $('.spform form[data-dirty]')
onPage(() => $$('.spform form').forEach(f => {
  const isTyped = field => field.type !== 'hidden' && 'defaultValue' in field && field.value !== field.defaultValue
  f.toggleAttribute('data-dirty', 'refused' in f.dataset || [...f.elements].some(isTyped))
}))
const placeOf = url => ['group', 'page'].map(name => new URL(url, location.href).searchParams.get(name)).join()
document.addEventListener('click', e => {
  const a = e.target.closest?.('.stories a[data-swap]')
  if (!a || !dirty() || placeOf(a.href) === placeOf(location.href)) return
  if (confirm(t('Правки этой страницы не сохранены. Уйти без них?', 'The changes of this page are not saved. Leave without them?'))) return
  e.preventDefault()
  e.stopPropagation()
}, true)
addEventListener('beforeunload', e => { if (dirty()) e.preventDefault() })
document.addEventListener('sent', e => { if (e.detail) e.target.removeAttribute?.('data-dirty') })
