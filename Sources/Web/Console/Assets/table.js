// The tables of a form: rows are added, moved and removed in the page, and entries are found by their titles.
import { $, $$, onPage, t, toast } from './console.js'

const rowsOf = box => $$('tbody > [data-row]', box)
const fieldsOf = row => $$('[data-cell] [name]', row)
const isEmpty = row => fieldsOf(row).every(field => field.value.trim() === '')
const boxOf = e => $('[data-rows]', e.closest('[data-part]'))
const markOf = box => $(`[name="${CSS.escape(box.dataset.rows)}"]`, box.parentElement)
const told = field => field.dispatchEvent(new Event('input', { bubbles: true }))

/** Numbers the rows again: their ids, the names of their buttons, and what these may do. */
function renumber(box) {
  const rows = rowsOf(box), add = $('[data-row-add]', box.parentElement)
  rows.forEach((row, n) => {
    const old = row.id, now = `${box.id}-${n}`, isOwn = word => word === old || word.startsWith(old + '-')
    for (const e of old === now ? [] : [row, ...$$('*', row)]) {
      for (const name of ['id', 'aria-labelledby', 'aria-describedby', 'aria-controls']) {
        if (e.hasAttribute(name)) e.setAttribute(name, e.getAttribute(name).split(' ').map(word => isOwn(word) ? now + word.slice(old.length) : word).join(' '))
      }
    }
    $('[data-row-number]', row).textContent = n + 1
    for (const b of $$('[data-row-act]', row)) {
      const act = b.dataset.rowAct
      b.value = `${box.dataset.rows}.${n}.${act}`
      b.setAttribute('aria-label', b.getAttribute('aria-label').replace(/\d+$/, n + 1))
      b.disabled = act === 'up' && n === 0 || act === 'down' && n === rows.length - 1
    }
  })
  if (add) add.disabled = rows.length >= Number(box.dataset.rowsMax)
}
function addRow(box) {
  const row = document.importNode($('template', box).content.querySelector('[data-row]'), true)
  $('tbody', box).append(row)
  editable(row)
  return row
}
const say = (box, text) => { const line = $('[data-row-said]', box.parentElement); if (line) line.textContent = text }

const acts = {
  up(row) { row.previousElementSibling?.before(row) },
  down(row) { row.nextElementSibling?.after(row) },
  remove(row) { row.remove() },
}
document.addEventListener('click', e => {
  const b = e.target.closest('[data-row-add], [data-row-act]')
  if (!b?.form) return
  e.preventDefault()
  const box = boxOf(b), act = b.dataset.rowAct
  if (!act) {
    const row = addRow(box)
    renumber(box)
    $('input:not([type="hidden"]), select, textarea', row)?.focus()
    say(box, t(`Добавлена строка ${rowsOf(box).length}`, `Row ${rowsOf(box).length} was added`))
    return
  }
  const row = b.closest('[data-row]'), n = rowsOf(box).indexOf(row), next = row.nextElementSibling
  acts[act](row)
  renumber(box)
  if (act === 'remove') {
    const rest = rowsOf(box)
    ;(rest.length ? $('[data-row-act="remove"]', rest[Math.min(n, rest.length - 1)]) : $('[data-row-add]', box.parentElement))?.focus()
    if (!isEmpty(row)) {
      toast(t(`Строка ${n + 1} убрана`, `Row ${n + 1} was removed`), { act: { title: t('Вернуть', 'Undo'), run() { restore(box, row, next) } } })
    }
  } else {
    ;(b.disabled ? $(`[data-row-act="${act === 'up' ? 'down' : 'up'}"]`, row) : b).focus()
    say(box, t(`Теперь это строка ${rowsOf(box).indexOf(row) + 1}`, `It is row ${rowsOf(box).indexOf(row) + 1} now`))
  }
  told(markOf(box))
})
function restore(box, row, next) {
  if (!box.isConnected) return
  if (next?.parentElement === $('tbody', box)) next.before(row)
  else $('tbody', box).append(row)
  renumber(box)
  told(markOf(box))
}
// The server drops empty rows, so what it answers has other numbers than a page that keeps them.
document.addEventListener('submit', e => {
  for (const box of $$('[data-rows]', e.target)) {
    const empty = rowsOf(box).filter(isEmpty)
    for (const row of empty) row.remove()
    if (empty.length) renumber(box)
  }
}, true)

/** Where a fault of the server is shown: it counts the rows that have something. */
export function cellOf(form, name, cell) {
  const box = $(`[data-rows="${CSS.escape(name)}"]`, form)
  const [row, column] = box && cell ? cell.slice(name.length + 1).split('.') : []
  const at = row && rowsOf(box).filter(r => !isEmpty(r))[Number(row)]
  if (!at) return null
  const part = column ? $(`[data-cell="${CSS.escape(column)}"]`, at) : $('.row-acts', at)
  return part && { part, field: $('input:not([type="hidden"]), select, textarea', part) }
}

/** Fills the tables with what was kept in the browser; tells which names were theirs. */
export function fillRows(form, fields) {
  const names = new Set()
  for (const box of $$('[data-rows]', form)) {
    const prefix = box.dataset.rows + '.', own = [...new Set(fields.keys())].filter(name => name.startsWith(prefix))
    const count = Math.max(0, ...own.map(name => fields.getAll(name).length))
    for (const row of rowsOf(box).slice(count)) row.remove()
    while (rowsOf(box).length < count) addRow(box)
    renumber(box)
    rowsOf(box).forEach((row, n) => {
      for (const field of fieldsOf(row)) {
        const value = fields.getAll(field.name)[n] ?? '', shown = field.type === 'hidden' && $('[role="combobox"]', field.parentElement)
        if (shown && field.value !== value) shown.value = value
        field.value = value
      }
    })
    for (const name of own) names.add(name)
  }
  return names
}

// Entries in cells

/** Without scripts a title only tells which entry it is. */
const editable = part => { for (const field of $$('[data-cell-finder] [readonly]', part)) field.readOnly = false }
onPage(editable)
let finding = 0
const close = finder => { $('.finds', finder).replaceChildren(); $('[role="combobox"]', finder).setAttribute('aria-expanded', 'false') }
function choose(finder, id, title) {
  const [hidden, shown] = [$('[name]', finder), $('[role="combobox"]', finder)]
  hidden.value = id; shown.value = title; finder.dataset.shown = title
  close(finder)
  told(hidden)
}
async function find(finder) {
  const shown = $('[role="combobox"]', finder), list = $('.finds', finder)
  const answer = await fetch(finder.dataset.cellFinder + encodeURIComponent(shown.value.trim())).catch(() => null)
  const items = answer?.ok ? (await answer.json()).items : []
  list.replaceChildren(...items.map((item, n) => {
    const b = document.createElement('button')
    b.type = 'button'; b.tabIndex = -1; b.setAttribute('role', 'option'); b.setAttribute('aria-selected', n === 0)
    b.textContent = item.title; b.dataset.value = item.id
    return b
  }))
  shown.setAttribute('aria-expanded', items.length > 0)
}
document.addEventListener('focusin', e => {
  const finder = e.target.closest?.('[data-cell-finder]')
  if (finder && !('shown' in finder.dataset)) finder.dataset.shown = e.target.value
})
document.addEventListener('input', e => {
  const finder = e.target.matches('[role="combobox"]') && e.target.closest('[data-cell-finder]')
  if (!finder) return
  clearTimeout(finding)
  if (e.target.value.trim()) finding = setTimeout(find, 200, finder)
  else choose(finder, '', '')
})
document.addEventListener('keydown', e => {
  const finder = e.target.closest?.('[data-cell-finder]')
  if (!finder || !['ArrowDown', 'ArrowUp', 'Enter', 'Escape'].includes(e.key)) return
  const options = $$('[role="option"]', finder), at = options.findIndex(o => o.getAttribute('aria-selected') === 'true')
  if (!options.length && e.key !== 'ArrowDown') return
  e.preventDefault()
  if (!options.length) find(finder)
  else if (e.key === 'Enter') options[at]?.click()
  else if (e.key === 'Escape') close(finder)
  else options.forEach((o, n) => o.setAttribute('aria-selected', n === (at + (e.key === 'ArrowDown' ? 1 : -1) + options.length) % options.length))
})
document.addEventListener('mousedown', e => { if (e.target.closest('[data-cell-finder] [role="option"]')) e.preventDefault() })
document.addEventListener('click', e => {
  const option = e.target.closest('[data-cell-finder] [role="option"]')
  if (option) choose(option.closest('[data-cell-finder]'), option.dataset.value, option.textContent)
})
document.addEventListener('focusout', e => {
  const finder = e.target.closest?.('[data-cell-finder]')
  if (!finder || finder.contains(e.relatedTarget)) return
  clearTimeout(finding)
  close(finder)
  e.target.value = finder.dataset.shown ?? e.target.value
})
