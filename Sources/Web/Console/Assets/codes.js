// Codes of phones: they appear as they are made, and their time runs out before one's eyes.
import { $, $$, again, isBusy, t, onPage, refresh, toast } from './console.js'

let stream = null, isPaused = false, waiting = 0
const list = () => $('[data-codes]')
// An answer that somebody waits for is not overtaken.
const later = () => { clearTimeout(waiting); waiting = setTimeout(() => { if (isBusy()) later(); else if (list() && !isPaused) refresh() }, 60) }

function news(code) {
  const line = $('[data-codes-news]')
  if (line && code.state === 'live' && !document.getElementById('c-' + code.id)) line.textContent = t('Новый код, номер ', 'A new code for ') + code.phone
}
function listen() {
  const live = $('[data-codes-live]'), pause = $('[data-codes-pause]')
  if (live) live.hidden = isPaused
  if (pause) { pause.hidden = false; pause.setAttribute('aria-pressed', isPaused) }
  if (!list() || isPaused || document.hidden) { stream?.close(); stream = null; return }
  if (stream) return
  stream = new EventSource('/admin/api/v1/codes/events')
  // Codes that came between the page and the stream are on the page by now.
  stream.addEventListener('open', () => { if (live) live.hidden = isPaused; later() })
  stream.addEventListener('error', () => { const sign = $('[data-codes-live]'); if (sign) sign.hidden = true })
  again(stream, () => { if (stream?.readyState === EventSource.CLOSED) stream = null; listen() })
  stream.addEventListener('code', e => { news(JSON.parse(e.data)); later() })
}
onPage(listen)
document.addEventListener('visibilitychange', listen)
document.addEventListener('click', e => {
  if (!e.target.closest('[data-codes-pause]')) return
  isPaused = !isPaused
  listen()
  if (!isPaused) later()
})

setInterval(() => {
  for (const left of $$('[data-left]')) {
    const seconds = Math.max(0, +left.dataset.left - 1)
    left.dataset.left = seconds
    left.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    if (!seconds) later()
  }
}, 1000)

// One number whole; it stays so while the list goes on
document.addEventListener('submit', async e => {
  const form = e.target.closest('[data-reveal]')
  if (!form) return
  e.preventDefault()
  const answer = await fetch(`/admin/api/v1/codes/${form.dataset.reveal}/reveal`, { method: 'POST' })
  if (!answer.ok) { toast(t('Номер не показать', 'The number cannot be shown'), { isBad: true }); return }
  const who = form.parentElement
  $('.ph-no', who).textContent = (await answer.json()).phone.replace(/^\+(\d)(\d{3})(\d{3})(\d\d)(\d\d)$/, '+$1 $2 $3-$4-$5')
  who.setAttribute('data-keep', '')
  form.remove()
  toast(t('Показ номера записан в журнал', 'That the number was shown is in the log'))
})
