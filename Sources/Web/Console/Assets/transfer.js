// Files on their way to the server: how far they are, and what became of them.
import { $, $$, onPage, refresh, send, t, toast } from './console.js'

/** Sends a file; `told` gets how much of it is there, from 0 to 1, and each line of the answer. */
const sendFile = (url, file, type, told) => new Promise((done, fail) => {
  const request = new XMLHttpRequest()
  let read = 0
  const lines = () => {
    const all = request.responseText.split('\n')
    for (const line of all.slice(read, -1)) told(1, JSON.parse(line))
    read = Math.max(read, all.length - 1)
  }
  request.open('POST', url)
  request.setRequestHeader('Content-Type', type)
  request.setRequestHeader('Accept', 'application/x-ndjson, application/json')
  request.upload.onprogress = e => told(e.loaded / e.total)
  request.onprogress = () => { if (request.getResponseHeader('Content-Type')?.includes('ndjson')) lines() }
  request.onload = () => {
    const last = request.responseText.trim().split('\n').pop()
    const answer = last ? JSON.parse(last) : {}
    const problem = answer.problem || (request.status >= 400 ? answer : null)
    if (problem) fail(problem)
    else done(answer)
  }
  request.onerror = () => fail({ detail: t('Нет связи с сервером.', 'The server cannot be reached.') })
  request.send(file)
})
const show = (bar, share, text) => {
  bar.hidden = false
  const progress = $('progress', bar)
  if (share === null) progress.removeAttribute('value')
  else progress.value = share * 100
  $('span', bar).textContent = text
}

// A table is looked at first; the file stays in its field, so nothing has to be chosen twice.
document.addEventListener('submit', async e => {
  const form = e.target.closest('form[data-import]'), file = form && $('[type="file"]', form).files[0]
  if (!file) return
  e.preventDefault()
  const isJSON = file.name.toLowerCase().endsWith('.json'), bar = $('.progress', form)
  const fields = [...new FormData(form)].filter(([name, value]) => name !== 'file' && value)
    .map(([name, value]) => [name, value === 'on' ? 'true' : value])
  const named = form.dataset.naming ? [[form.dataset.naming, file.name]] : []
  const check = () => send(`${form.action}?${new URLSearchParams([...fields, ['name', file.name], ['do', 'check']])}`, { method: 'POST', body: file })
  if (e.submitter?.value !== 'apply') {
    show(bar, null, t('Проверяем…', 'Checking…'))
    await check()
    bar.hidden = true
    $('#import-report')?.scrollIntoView({ block: 'nearest' })
    return
  }
  e.submitter.setAttribute('aria-busy', 'true')
  // A field whose name stands in the address is no parameter.
  const address = form.dataset.import.replace(/\{(\w+)\}/, (_, name) => encodeURIComponent(form[name].value))
  const query = new URLSearchParams([...fields.filter(([name]) => !form.dataset.import.includes(`{${name}}`)), ...named])
  try {
    const report = await sendFile(`${address}?${query}`, file, isJSON ? 'application/json' : 'text/csv', (share, line) => {
      if (line?.total) show(bar, line.done / line.total, `${line.done} / ${line.total}`)
      else show(bar, share, t('Отправляем…', 'Sending…'))
    })
    await send(form.dataset.list + '/import/done', { method: 'POST', body: new URLSearchParams(report.summary), push: true })
  } catch (problem) {
    bar.hidden = true
    if (problem.errors?.length) await check()
    else toast(problem.detail || t('Не получилось', 'It did not work'), { isBad: true })
  }
  e.submitter.removeAttribute('aria-busy')
})

// Pictures go up one after the other, each with its progress.
onPage(() => $$('form[data-files]').forEach(form => form.classList.add('scripted')))
document.addEventListener('change', async e => {
  const form = e.target.closest('form[data-files]')
  if (!form || e.target.type !== 'file') return
  const bar = $('.progress', form), files = [...e.target.files], refused = []
  for (const [n, file] of files.entries()) {
    const url = `${form.dataset.files}?name=${encodeURIComponent(file.name)}`
    try {
      await sendFile(url, file, 'application/octet-stream', share => show(bar, share, `${n + 1} / ${files.length}: ${file.name}`))
    } catch (problem) { refused.push(`${file.name}: ${problem.detail || ''}`) }
  }
  bar.hidden = true
  e.target.value = ''
  await refresh()
  if (refused.length) toast(refused.join(' '), { isBad: true })
  else toast(t(`Загружено: ${files.length}`, `Uploaded: ${files.length}`))
})
