// The fields of the timetable that name a place: what is typed is looked for among stations and settlements.
import { $, $$, onPage, t } from './console.js'

const api = '/admin/api/v1/travel/'
/** Asks the admin API; nothing if it cannot answer. */
export const asked = async (path, body) => {
  const options = body ? { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) } : {}
  const answer = await fetch(api + path, { headers: { 'Accept-Language': document.documentElement.lang }, ...options }).catch(() => null)
  return answer?.ok ? answer.json().catch(() => null) : null
}
export const element = (name, attributes = {}, ...children) => {
  const node = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) if (value !== false && value !== null) node.setAttribute(key, value === true ? '' : value)
  node.append(...children)
  return node
}

let count = 0
const fieldOf = place => $('input:not([type="hidden"])', place)
const listOf = place => $('.finds', place)
const optionsOf = place => $$('[role="option"]', place)

/** Makes a field that names a place a combobox. */
export function combobox(place) {
  const field = fieldOf(place), list = listOf(place)
  if (field.getAttribute('role') === 'combobox') return
  list.id ||= `places-${++count}`
  for (const [name, value] of Object.entries({ role: 'combobox', 'aria-expanded': 'false', 'aria-autocomplete': 'list', 'aria-controls': list.id })) field.setAttribute(name, value)
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', t('Найденные места', 'Places found'))
}
onPage(() => $$('[data-place]').forEach(combobox))

function close(place) {
  listOf(place).replaceChildren()
  fieldOf(place).setAttribute('aria-expanded', 'false')
  fieldOf(place).removeAttribute('aria-activedescendant')
}
function choose(place, option) {
  const field = fieldOf(place), hidden = $('input[type="hidden"]', place)
  field.value = option.dataset.title
  if (hidden) hidden.value = option.dataset.code
  close(place)
  const detail = { code: option.dataset.code, title: option.dataset.title, latitude: option.dataset.latitude, longitude: option.dataset.longitude }
  field.dispatchEvent(new CustomEvent('picked', { bubbles: true, detail }))
}
function mark(place, at) {
  optionsOf(place).forEach((option, n) => option.setAttribute('aria-selected', n === at))
  const option = optionsOf(place)[at]
  if (option) fieldOf(place).setAttribute('aria-activedescendant', option.id)
  option?.scrollIntoView({ block: 'nearest' })
}

let waiting = 0
document.addEventListener('input', e => {
  const place = e.target.closest?.('[data-place]')
  if (!place || e.target !== fieldOf(place)) return
  const hidden = $('input[type="hidden"]', place), text = e.target.value.trim()
  if (hidden) hidden.value = ''
  clearTimeout(waiting)
  waiting = setTimeout(async () => {
    const answer = text && await asked(`places?${place.dataset.place ? 'kind=station&' : ''}q=${encodeURIComponent(text)}`)
    // Somebody has typed on, or gone on.
    if (e.target.value.trim() !== text || document.activeElement !== e.target) return
    const list = listOf(place)
    list.replaceChildren(...(answer?.items ?? []).map((item, n) => element('button', {
      type: 'button', tabindex: '-1', role: 'option', id: `${list.id}-${n}`, class: 'pick', 'aria-selected': 'false',
      'data-code': item.code, 'data-title': item.title, 'data-latitude': item.latitude, 'data-longitude': item.longitude,
    }, element('span', { class: 'grow' }, item.title), element('span', { class: 'sub' }, item.note))))
    e.target.setAttribute('aria-expanded', list.children.length > 0)
    // A dialog scrolls, and would hide what lies below its edge.
    list.scrollIntoView({ block: 'nearest' })
    mark(place, 0)
  }, 150)
})
document.addEventListener('keydown', e => {
  const place = e.target.closest?.('[data-place]')
  if (!place || !['ArrowDown', 'ArrowUp', 'Enter', 'Escape'].includes(e.key)) return
  const options = optionsOf(place), at = options.findIndex(option => option.getAttribute('aria-selected') === 'true')
  if (!options.length) return
  e.preventDefault()
  e.stopPropagation()
  if (e.key === 'Enter') choose(place, options[Math.max(0, at)])
  else if (e.key === 'Escape') close(place)
  else mark(place, (at + (e.key === 'ArrowDown' ? 1 : -1) + options.length) % options.length)
}, true)
// A press must not take the focus from the field before the click is told.
document.addEventListener('pointerdown', e => { if (e.target.closest?.('[data-place] [role="option"]')) e.preventDefault() })
document.addEventListener('click', e => {
  const option = e.target.closest?.('[data-place] [role="option"]')
  if (option) choose(option.closest('[data-place]'), option)
})
document.addEventListener('focusout', e => {
  const place = e.target.closest?.('[data-place]')
  if (place && !place.contains(e.relatedTarget)) close(place)
})
