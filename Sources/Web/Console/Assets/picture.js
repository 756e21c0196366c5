// A click on a picture says what has to stay in sight of it.
import { $ } from './console.js'

document.addEventListener('click', e => {
  const stage = e.target.closest('[data-focus]')
  if (!stage) return
  const form = document.getElementById(stage.dataset.focus), box = $('img', stage).getBoundingClientRect()
  const part = (at, start, size) => Math.min(100, Math.max(0, Math.round((at - start) / size * 100)))
  form.elements.x.value = part(e.clientX, box.left, box.width)
  form.elements.y.value = part(e.clientY, box.top, box.height)
  form.requestSubmit($('button:not([name])', form))
})
