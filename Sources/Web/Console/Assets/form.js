// The form of a content: what is typed is kept by itself, seen in the phone, and never lost.
import { $, $$, t, isOut, onPage, signIn, morph, send, settle, toast, icon, upload } from './console.js'

// The module that edits tables is loaded only for forms with tables.
let tables = null
const ready = async part => { if ($('[data-rows]', part)) tables ??= await import('./table.js') }
onPage(ready)

const form = () => $('#content-form[data-autosave]')
const content = f => f.dataset.content
let saved = '', timer = 0, running = null, failed = false, unkept = false, sent = '', isLeaving = false

/** What stands in the form, without what is only about its sending. */
function stand(f) {
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(f)) if (name[0] !== '_' && typeof value === 'string') fields.append(name, value)
  return fields
}
const isDirty = f => stand(f).toString() !== saved
const shelf = f => `form ${f.dataset.user} ${f.getAttribute('action')}`
function keepHere(f) {
  try { localStorage.setItem(shelf(f), JSON.stringify({ version: f.elements._version.value, fields: stand(f).toString() })) } catch { /* there is no room */ }
}
const forget = f => { try { localStorage.removeItem(shelf(f)) } catch { /* it may be switched off */ } }

function say(text, sign) {
  const line = $('#save-state')
  line?.replaceChildren(...(sign ? [icon(sign)] : []), text)
}
function note(id, text, action, act) {
  $('#' + id)?.remove()
  const node = document.createElement('div'), words = document.createElement('span'), b = document.createElement('button')
  node.className = 'note'; node.id = id; node.setAttribute('role', 'status')
  words.className = 'grow'; words.textContent = text
  b.type = 'button'; b.className = 'lnk'; b.textContent = action
  b.addEventListener('click', () => { node.remove(); act() })
  node.append(icon('info'), words, b)
  $('#form-notes')?.append(node)
}
/** Sends the form as its button would. */
const submit = (f, verb) => f.requestSubmit($(`button[name="_do"][value="${verb}"]`))

// Keeping

/** The session has ended: what was typed waits in the browser until somebody has signed in again. */
function signedOut(f) {
  failed = true
  keepHere(f)
  say(t('Вход истёк, правки сохранены в браузере', 'You are signed out, your changes are kept in the browser'), 'warn')
  note('signed-out', t('Чтобы сохранить правки, войдите снова.', 'Sign in again to save your changes.'), t('Войти', 'Sign in'), () => { isLeaving = true; signIn() })
  return 'failed'
}
async function keep(f) {
  const fields = stand(f), text = fields.toString()
  if (text === saved || $('#conflict')) return 'clean'
  if (!content(f) && !fields.get(f.dataset.title)) return 'later'
  fields.set('_version', f.elements._version.value)
  let answer, json
  try {
    answer = await fetch(f.dataset.autosave, { method: 'POST', body: fields, keepalive: text.length < 50000 })
    if (isOut(answer)) return signedOut(f)
    json = await answer.json()
  } catch {
    failed = true
    say(t('Нет связи, правки сохранены в браузере', 'No connection, your changes are kept in the browser'), 'warn')
    plan(f, 5000)
    return 'failed'
  }
  if (!answer.ok || json.is_stale) {
    failed = true
    say(t('Не сохранено', 'Not saved'), 'warn')
    if (json.is_stale) stale(json.by)
    else toast(json.detail, { isBad: true })
    return 'refused'
  }
  f.elements._version.value = json.version
  saved = text; failed = false; unkept = json.faults.length > 0
  if (!isDirty(f)) settle(f)
  show(f, json.faults)
  const isNew = !content(f)
  if (isNew) adopt(f, json)
  if (!unkept && !isDirty(f)) forget(f)
  // Text typed since then is not saved yet.
  if (isDirty(f)) plan(f)
  else { say(json.text, 'check'); refreshAround(json.text) }
  return unkept ? 'faulty' : 'kept'
}
function save(f) {
  clearTimeout(timer)
  timer = 0
  running = (running || Promise.resolve()).then(() => keep(f)).finally(() => { running = null })
  return running
}
function plan(f, after = 1000) { clearTimeout(timer); timer = setTimeout(() => save(f), after) }
/** A new content has got its place. */
function adopt(f, { id, path }) {
  forget(f)
  f.action = path; f.dataset.content = id; f.dataset.autosave = path + '/autosave'
  $('#phone').dataset.phone = path + '/phone'
  for (const b of $$('[data-library]')) b.dataset.library = b.dataset.library.replace(/\/new\//, `/${id}/`)
  history.replaceState(null, '', path)
}
/** Brings up to date what stands around the fields. */
async function refreshAround(text) {
  const answer = await fetch(location.pathname).catch(() => null)
  if (!answer?.ok || isOut(answer)) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const s of ['.page-head .titles', '.page-head .actions', '#pane-facts', '#pane-history']) {
    if ($(s) && $(s, page)) morph($(s), $(s, page))
  }
  const f = form()
  if (f && !isDirty(f)) say(text, 'check')
}
function stale(by) {
  note('stale', t(`Пока вы правили, запись изменили: ${by || ''}`, `It was changed while you were editing: ${by || ''}`), t('Сравнить и выбрать', 'Compare and choose'), () => submit(form(), 'save'))
}
function show(f, faults) {
  for (const e of $$('[data-typed]', f)) e.remove()
  for (const e of $$('[aria-invalid]', f)) e.removeAttribute('aria-invalid')
  for (const { name, cell, detail } of faults) {
    const at = tables?.cellOf(f, name, cell), part = at?.part || $(`[data-part="${CSS.escape(name)}"]`, f), field = at?.field || f.elements[name]
    if (!part) continue
    const line = document.createElement('span')
    line.className = 'error'; line.dataset.typed = ''; line.id = 'typed-' + (cell || name)
    line.append(icon('stop'), detail)
    $('.error:not([data-typed])', part)?.remove()
    part.append(line)
    if (field?.setAttribute) { field.setAttribute('aria-invalid', 'true'); field.setAttribute('aria-describedby', line.id) }
  }
}

document.addEventListener('input', e => {
  const f = form()
  if (!f || e.target.form !== f || e.target.name[0] === '_') return
  count(e.target)
  lacks()
  keepHere(f)
  say('')
  plan(f)
  glance(f)
})
document.addEventListener('change', e => { if (e.target.form && e.target.form === form() && e.target.matches('[type="radio"], [type="checkbox"], select, [type="datetime-local"], [type="date"]')) e.target.dispatchEvent(new Event('input', { bubbles: true })) })
// A form is not sent while it is being kept, or it would be behind itself.
document.addEventListener('submit', async e => {
  const f = form(), by = e.submitter
  if (!f || e.target !== f) return
  clearTimeout(timer)
  timer = 0
  const isSave = by?.value === 'save' && content(f) && !$('#stale') && !$('#conflict')
  if (running || isSave) {
    e.preventDefault()
    e.stopImmediatePropagation()
    if (running) await running
    const end = isSave ? await save(f) : ''
    if (end === 'clean') say(t('Сохранено', 'Saved'), 'check')
    if (isSave && end !== 'faulty' && end !== 'refused') return
    if (isSave) { saved = ''; return send(f.action, { method: 'POST', body: new URLSearchParams([...new FormData(f, by)]) }) }
    f.requestSubmit(by)
    return
  }
  sent = stand(f).toString()
}, true)
document.addEventListener('sent', e => {
  const f = form()
  if (e.target !== f || !f) return
  if (e.detail) { saved = sent; failed = false; unkept = false; if (!isDirty(f)) forget(f); else plan(f) }
})
addEventListener('beforeunload', e => {
  const f = form()
  if (!f || isLeaving || !isDirty(f) && !unkept) return
  if (content(f) && !failed && !unkept) { save(f); return }
  if (failed || unkept || stand(f).toString() !== saved) e.preventDefault()
})
document.addEventListener('content-changed', async e => {
  const { id, version, by } = e.detail
  const f = form()
  if (!f || id !== content(f)) return
  await new Promise(done => setTimeout(done, 500))
  await running
  if (version <= Number(f.elements._version.value)) return
  note('stale', t(`Запись изменили: ${by}`, `Changed by ${by}`), t('Показать', 'Show'), () => {
    if (isDirty(f)) submit(f, 'save')
    else send(location.pathname)
  })
})

// Who else is here

const hereEvery = 8000
let typed = 0, told0 = ''
async function here(f = form()) {
  if (!f || !content(f) || document.hidden) return
  told0 = f.dataset.autosave.replace(/autosave$/, '')
  const typing = Date.now() - typed < hereEvery * 2 ? '1' : ''
  const answer = await fetch(told0 + 'here', { method: 'POST', body: new URLSearchParams({ typing }) }).catch(() => null)
  if (!answer?.ok || isOut(answer) || form() !== f) return
  const { text } = await answer.json(), old = $('#editors')
  if (!text) { old?.remove(); return }
  if (old) { if ($('span', old).textContent !== text) $('span', old).textContent = text; return }
  const node = document.createElement('div'), words = document.createElement('span')
  node.className = 'note'; node.id = 'editors'; node.setAttribute('role', 'status')
  words.className = 'grow'; words.textContent = text
  node.append(icon('users'), words)
  $('#form-notes')?.prepend(node)
}
function gone() {
  if (told0) navigator.sendBeacon(told0 + 'gone', new URLSearchParams())
  told0 = ''
}
setInterval(() => here(), hereEvery)
addEventListener('pagehide', gone)
document.addEventListener('visibilitychange', () => { if (document.hidden) gone(); else here() })
document.addEventListener('input', e => {
  const f = form()
  if (!f || e.target.form !== f || e.target.name[0] === '_') return
  const isFirst = Date.now() - typed > hereEvery * 2
  typed = Date.now()
  if (isFirst) here(f)
})

// Text that was not saved before a crash

function fill(f, text) {
  const fields = new URLSearchParams(text)
  const cells = tables?.fillRows(f, fields) ?? new Set()
  for (const name of new Set(fields.keys())) {
    if (cells.has(name)) continue
    const values = fields.getAll(name).filter(Boolean)
    for (const e of $$(`[name="${CSS.escape(name)}"]`, f)) {
      if (e.matches('[type="radio"], [type="checkbox"]')) e.checked = values.includes(e.value)
      else if (e.type !== 'hidden') e.value = fields.get(name)
    }
    for (const box of $$(`[data-name="${CSS.escape(name)}"], [data-media="${CSS.escape(name)}"]`, f)) {
      for (const value of values) if (!$(`[value="${CSS.escape(value)}"]`, box.parentElement)) (box.dataset.media ? addShot : addChip)(box, value, value)
    }
  }
}
// Counters, languages, the phone

function count(field) {
  const counter = field.closest('[data-part]')?.querySelector('.count')
  if (!counter) return
  const n = [...field.value].length
  counter.firstElementChild.textContent = n
  counter.classList.toggle('over', n > Number(counter.dataset.max))
}
/** Marks the language in which something is missing. */
function lacks() {
  for (const part of $$('.l10n')) {
    const full = language => $$(`.lang-${language} [name]`, part).map(f => f.value.trim() !== '')
    const [ru, en] = [full('ru'), full('en')]
    const mark = $('[data-lacks="en"]', part)
    if (mark) { mark.hidden = !ru.some((has, n) => has && !en[n]); $('.dot', mark).className = 'dot warn' }
  }
}
let looking = 0, looked = 0
function glance(f) {
  const phone = $('#phone')
  if (!phone || !$('.phone', phone)) return
  clearTimeout(looking)
  looking = setTimeout(async () => {
    const mine = ++looked
    const answer = await fetch(phone.dataset.phone, { method: 'POST', body: stand(f) }).catch(() => null)
    if (mine !== looked || !answer?.ok || isOut(answer)) return
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    phone.replaceChildren(...[...page.body.childNodes].map(n => document.importNode(n, true)))
  }, 300)
}
document.addEventListener('click', e => {
  const a = e.target.closest('a[href^="#f-"]')
  const target = a && document.getElementById(a.getAttribute('href').slice(1))
  if (!target) return
  e.preventDefault()
  const language = target.closest('[class*="lang-"]')?.className.match(/lang-(\w+)/)[1]
  if (language) $(`input[value="${language}"]`, target.closest('.l10n')).checked = true
  const body = target.hidden ? $('[contenteditable]', target.parentElement) : target
  body.scrollIntoView({ block: 'center' })
  body.focus()
})

// Rich text

const known = { B: 'strong', STRONG: 'strong', I: 'em', EM: 'em', U: 'u', S: 's', A: 'a', UL: 'ul', OL: 'ol', LI: 'li', P: 'p', DIV: 'p', BR: 'br', H2: 'h2', H3: 'h3', H4: 'h4', BLOCKQUOTE: 'blockquote', HR: 'hr' }
/** The nodes of HTML that are text, made again, so that nothing of it runs. */
function clean(html) {
  const copy = node => {
    if (node.nodeType === 3) return [document.createTextNode(node.nodeValue)]
    if (node.nodeType !== 1 || node.matches('script, style, template, iframe, object, svg, math')) return []
    const inner = [...node.childNodes].flatMap(copy), name = known[node.nodeName]
    if (!name) return inner
    const made = document.createElement(name), href = node.getAttribute('href')
    if (name === 'a') { if (!/^(https?:|mailto:|tel:)/i.test(href || '')) return inner; made.href = href }
    made.append(...inner)
    return [made]
  }
  return [...new DOMParser().parseFromString(html, 'text/html').body.childNodes].flatMap(copy)
}
function enrich(box) {
  const area = $('textarea', box), bar = $('.bar', box)
  if (area.disabled) return
  const body = document.createElement('div')
  body.className = 'body'; body.contentEditable = 'true'
  for (const [name, value] of Object.entries({ role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': area.id + '-l' })) body.setAttribute(name, value)
  for (const name of ['aria-describedby', 'aria-invalid', 'aria-required', 'lang']) if (area.hasAttribute(name)) body.setAttribute(name, area.getAttribute(name))
  body.replaceChildren(...clean(area.value))
  area.hidden = true; bar.hidden = false
  area.after(body)
  body.addEventListener('focus', () => document.execCommand('defaultParagraphSeparator', false, 'p'))
  const tell = () => { area.value = body.textContent.trim() ? body.innerHTML : ''; area.dispatchEvent(new Event('input', { bubbles: true })) }
  body.addEventListener('input', e => { e.stopPropagation(); tell() })
  body.addEventListener('paste', e => {
    e.preventDefault()
    const html = e.clipboardData.getData('text/html'), at = document.createElement('div')
    if (html) at.append(...clean(html))
    else at.textContent = e.clipboardData.getData('text/plain')
    document.execCommand('insertHTML', false, at.innerHTML)
  })
  bar.addEventListener('mousedown', e => e.preventDefault())
  bar.addEventListener('click', e => {
    const mark = e.target.closest('[data-mark]')?.dataset.mark
    if (!mark) return
    body.focus()
    if (mark !== 'createLink') return document.execCommand(mark)
    const address = prompt(t('Адрес ссылки', 'Address of the link'), 'https://')
    if (/^(https?:|mailto:|tel:)/i.test(address || '')) document.execCommand(mark, false, address)
  })
}

// References

const told = e => e.dispatchEvent(new Event('input', { bubbles: true }))
function box(name, value) {
  const input = document.createElement('input')
  input.type = 'checkbox'; input.name = name; input.value = value; input.checked = true
  return input
}
function addChip(chips, value, title) {
  if (!('many' in chips.dataset)) for (const b of $$('input', chips)) b.checked = false
  const old = $(`.chip input[value="${CSS.escape(value)}"]`, chips.parentElement)
  const chip = document.createElement('label'), words = document.createElement('span')
  chip.className = 'chip'; words.textContent = title
  const input = old || box(chips.dataset.name, value)
  input.checked = true
  if (old) chips.append(old.closest('.chip'))
  else { chip.append(input, words); chips.append(chip) }
  told(input)
}
let finding = 0
document.addEventListener('input', e => {
  const finder = e.target.closest('[data-finder]')
  if (!finder) return
  clearTimeout(finding)
  finding = setTimeout(async () => {
    const chips = $('.chips', finder.parentElement), list = $('.finds', finder), q = e.target.value.trim()
    const answer = q && await fetch(`${chips.dataset.picker}?limit=8&q=${encodeURIComponent(q)}`)
    const items = answer && answer.ok ? (await answer.json()).items : []
    list.replaceChildren(...items.map((item, n) => {
      const b = document.createElement('button')
      b.type = 'button'; b.tabIndex = -1; b.setAttribute('role', 'option'); b.setAttribute('aria-selected', n === 0)
      b.textContent = item.title; b.dataset.value = item.id
      return b
    }))
    e.target.setAttribute('aria-expanded', items.length > 0)
  }, 200)
})
document.addEventListener('keydown', e => {
  const finder = e.target.closest?.('[data-finder]')
  if (!finder || !['ArrowDown', 'ArrowUp', 'Enter', 'Escape'].includes(e.key)) return
  const options = $$('[role="option"]', finder), at = options.findIndex(o => o.getAttribute('aria-selected') === 'true')
  e.preventDefault()
  if (e.key === 'Enter') options[at]?.click()
  else if (e.key === 'Escape') $('.finds', finder).replaceChildren()
  else options.forEach((o, n) => o.setAttribute('aria-selected', n === (at + (e.key === 'ArrowDown' ? 1 : -1) + options.length) % options.length))
})
document.addEventListener('click', e => {
  const option = e.target.closest('[data-finder] [role="option"]')
  if (!option) return
  const finder = option.closest('[data-finder]'), field = $('input', finder)
  addChip($('.chips', finder.parentElement), option.dataset.value, option.textContent)
  $('.finds', finder).replaceChildren()
  field.value = ''
  field.focus()
})

// Pictures and files

function droppable(shot) {
  const label = $('.drop', shot), f = form()
  if (!f || $('.drop-b', shot)) return
  const b = document.createElement('button')
  b.type = 'button'; b.className = 'btn sm ghost drop-b'; b.textContent = t('Убрать', 'Remove')
  b.addEventListener('click', () => { const input = $('input', label); input.checked = false; told(input); shot.remove() })
  label.hidden = true
  label.after(b)
}
function addShot(media, id, title) {
  if (!('many' in media.dataset)) media.replaceChildren()
  const shot = document.createElement('figure'), line = document.createElement('figcaption'), help = document.createElement('span'), drop = document.createElement('label')
  shot.className = 'shot'; help.className = 'help'; help.textContent = title; drop.className = 'drop'
  drop.append(box(media.dataset.media, id))
  line.append(help, drop)
  if ('image' in media.dataset) {
    const stage = document.createElement('span'), img = document.createElement('img')
    stage.className = 'stage'; img.src = `/media/${id}/320.webp`; img.srcset = `/media/${id}/640.webp 2x`; img.alt = title
    stage.append(img)
    shot.append(stage)
  }
  shot.append(line)
  media.append(shot)
  droppable(shot)
  told($('input', shot))
}
const mediaOf = e => $('[data-media]', e.closest('[data-part]'))
document.addEventListener('change', async e => {
  if (!e.target.closest('[data-upload]')) return
  const media = mediaOf(e.target), bar = $('progress', media.parentElement)
  bar.hidden = false
  for (const file of [...e.target.files]) {
    const json = await upload(file, part => { if (part < 1) { bar.max = 1; bar.value = part } else bar.removeAttribute('value') })
    if (json.id) addShot(media, json.id, 'image' in media.dataset ? json.name : `${json.name}, SHA-256 ${json.id.slice(0, 16)}…`)
    else toast(json.detail || t('Файл не загрузился', 'The file was not uploaded'), { isBad: true })
  }
  bar.hidden = true
  e.target.value = ''
})
let choosing = null
document.addEventListener('click', async e => {
  const b = e.target.closest('[data-library]')
  if (b) {
    e.preventDefault()
    choosing = mediaOf(b)
    const page = new DOMParser().parseFromString(await (await fetch(b.dataset.library)).text(), 'text/html')
    const shelf = $('.shelf, .empty', page)
    $('#library-body').replaceChildren(...(shelf ? [document.importNode($('.shelf li', page) ? shelf : $('.empty', page) || shelf, true)] : []))
    $('#library').showModal()
    return
  }
  const file = e.target.closest('#library [data-file]')
  if (!file) return
  e.preventDefault()
  $('#library').close()
  addShot(choosing, file.dataset.file, file.dataset.name)
})

// The pane stands below the head, which may have two lines.
const head = new ResizeObserver(([{ target }]) => target.parentElement?.style.setProperty('--head', target.offsetHeight + 'px'))
onPage(() => { head.disconnect(); if (form()) head.observe($('.page-head')) })

// Last, as it is called at once and needs all of the above.
onPage(async () => {
  const f = form()
  if (told0 && !f?.dataset.autosave.startsWith(told0)) gone()
  if (!f || f.dataset.seen) return
  f.dataset.seen = '1'
  $('#fault-summary[data-autofocus]')?.focus()
  for (const b of $$('[data-upload], [data-finder]', f)) b.hidden = b.matches('[data-finder]') && $('.chips input:not(:checked)', b.parentElement) !== null
  for (const box of $$('.rich', f)) enrich(box)
  for (const shot of $$('.shot', f)) droppable(shot)
  typed = 0
  here(f)
  saved = $('#fault-summary, #conflict') ? '' : stand(f).toString()
  failed = unkept = false
  let kept = null
  try { kept = JSON.parse(localStorage.getItem(shelf(f))) } catch { /* nothing was kept */ }
  if (!kept || !saved) return
  if (kept.fields === saved) { forget(f); return }
  if ($('[data-rows]', f)) await ready(f)
  fill(f, kept.fields)
  for (const box of $$('.rich', f)) $('[contenteditable]', box)?.replaceChildren(...clean($('textarea', box).value))
  f.elements._version.value = kept.version || f.elements._version.value
  note('brought', t('Вернули то, что не успело сохраниться', 'What had not been saved is back'), t('Не нужно', 'Drop it'), () => { forget(f); saved = stand(f).toString(); failed = unkept = false; location.reload() })
  plan(f, 300)
  glance(f)
})
