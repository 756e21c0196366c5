// The catalogue of mods: an archive that is uploaded becomes a draft, which is opened.
import { $, $$, onPage, t, toast, upload } from './console.js'

let uploads = 0
// Leaving the page would end the upload, so the browser asks first.
addEventListener('beforeunload', e => { if (uploads) e.preventDefault() })
onPage(() => { for (const label of $$('[data-zip]')) label.hidden = false })

document.addEventListener('change', async e => {
  const input = e.target.closest?.('[data-zip] input')
  const file = input?.files[0]
  if (!file) return
  const line = $('[data-zip-line]'), bar = $('progress', line), text = $('[data-zip-text]', line)
  line.hidden = false
  uploads++
  const media = await upload(file, part => {
    bar.value = Math.round(part * 100)
    text.textContent = part < 1 ? `${file.name}: ${bar.value} %` : t(`${file.name}: проверяется`, `${file.name}: being checked`)
  })
  uploads--
  input.value = ''
  if (!media.id) {
    line.hidden = true
    return toast(media.detail || t('Архив не загрузился', 'The archive was not uploaded'), { isBad: true })
  }
  text.textContent = `SHA-256 ${media.id.slice(0, 16)}…`
  const fields = { title: { ru: file.name.replace(/\.zip$/i, '') }, file: media.id }
  if (input.dataset.category) fields.categories = [input.dataset.category]
  const answer = await fetch('/admin/api/v1/mods/mods', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(fields) }).catch(() => null)
  const mod = await answer?.json().catch(() => null)
  if (answer?.ok) location.href = '/mods/mods/' + mod.id
  else {
    line.hidden = true
    toast(mod?.detail || t('Мод не создан', 'The mod was not created'), { isBad: true })
  }
})
