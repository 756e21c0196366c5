// Lists of contents: what belongs only to them.
import { $, $$, onPage } from './console.js'

// Rows that are chosen keep colleagues' changes from clearing the choice.
const choosing = table => table.toggleAttribute('data-dirty', !!$('tbody .check :checked', table))
onPage(() => $$('table[data-select]').forEach(choosing))
document.addEventListener('click', e => {
  const table = e.target.closest('table[data-select]')
  if (table && e.target.closest('.check')) choosing(table)
})
document.addEventListener('reset', e => setTimeout(() => $$('table[data-select]', e.target).forEach(choosing)))

// A move can be taken back where the page knows what stood before the row.
const orders = new WeakMap()
const ids = list => [...list.children].map(r => r.dataset.id)
onPage(() => $$('table [data-sortable]').forEach(list => {
  orders.set(list, ids(list))
  list.dataset.sortable = list.dataset.sortable.split('?')[0]
}))
const remember = e => {
  const list = e.target.closest?.('.drag')?.closest('table [data-sortable]')
  if (!list || !orders.has(list)) return
  const order = orders.get(list), at = order.indexOf(e.target.closest('[data-id]').dataset.id)
  const was = new URLSearchParams(at > 0 ? { was_after: order[at - 1] } : order[1] ? { was_before: order[1] } : {})
  list.dataset.sortable = `${list.dataset.sortable.split('?')[0]}?${was}`
}
addEventListener('pointerdown', remember, true)
addEventListener('keydown', remember, true)

// A menu is left with Escape, and one that opens takes the place of the other.
document.addEventListener('keydown', e => {
  const menu = e.key === 'Escape' && e.target.closest?.('details.menu[open]')
  if (!menu) return
  menu.open = false
  $('summary', menu)?.focus()
})
document.addEventListener('toggle', e => {
  if (!e.target.matches('details.menu') || !e.target.open) return
  $$('details.menu[open]').forEach(m => { if (m !== e.target && !m.contains(e.target)) m.open = false })
  $('input[data-pick]', e.target)?.focus()
}, true)

// Options are looked for as somebody types.
let asked = 0
document.addEventListener('input', async e => {
  const field = e.target.closest('input[data-pick]'), list = field?.parentElement.querySelector('[data-picks]')
  if (!list) return
  const mine = ++asked
  const answer = await fetch(`${field.dataset.pick}&q=${encodeURIComponent(field.value)}`)
  if (mine !== asked || !answer.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  list.replaceChildren(...[...page.body.childNodes].map(n => document.importNode(n, true)))
})
document.addEventListener('keydown', e => {
  if (!e.target.matches?.('input[data-pick]') || e.key !== 'Enter') return
  e.preventDefault()
  $('[data-picks] button', e.target.parentElement)?.click()
})
