// Finds texts with too little contrast, with axe. It looks once at each kind of text on each kind of ground, of all the pages
// that one tab shows: most of a page looks like the one before, and contrast takes longer than all other rules.
() => {
  const KEY = 'looks with enough contrast'
  const known = new Set(JSON.parse(sessionStorage.getItem(KEY) || '[]'))
  const grounds = new Map()
  // All that is painted beneath a text. Outside the flow it may lie on anything: there a place counts, too.
  const groundOf = e => {
    if (!e) return ''
    if (!grounds.has(e)) {
      const css = getComputedStyle(e)
      const own = [/[,/] ?0\)$/.test(css.backgroundColor) ? '' : css.backgroundColor,
        css.backgroundImage === 'none' ? '' : css.backgroundImage.slice(0, 60),
        css.opacity === '1' ? '' : css.opacity,
        css.filter === 'none' ? '' : css.filter,
        ['absolute', 'fixed'].includes(css.position) ? e.className.baseVal ?? e.className : '']
      grounds.set(e, own.filter(Boolean).join(' ') + '<' + groundOf(e.parentElement))
    }
    return grounds.get(e)
  }
  const isOff = e => e.closest(':disabled, [aria-disabled=true]') || e.closest('label')?.control?.disabled
  const FIELDS = 'input:not([type=hidden], [type=checkbox], [type=radio], [type=range]), select, textarea'
  const hasText = e => e.matches(FIELDS) || [...e.childNodes].some(node => node.nodeType === 3 && node.data.trim())
  const isSeen = e => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !e.closest('.sr, svg')
  const nameOf = e => `${e.localName}.${e.className} `
  const looks = new Map()
  for (const e of document.body.querySelectorAll('*')) {
    if (!hasText(e) || !isSeen(e)) continue
    const css = getComputedStyle(e)
    const look = [css.color, css.fontSize, css.fontWeight, isOff(e) ? 'off' : '', groundOf(e)].join(' ')
    if (!known.has(look) && !looks.has(look) && !known.has(nameOf(e) + look)) looks.set(look, e)
  }
  if (!looks.size) return []
  const how = { resultTypes: ['violations', 'passes', 'incomplete'], runOnly: ['color-contrast'], elementRef: true }
  return axe.run({ include: [...looks.values()] }, how).then(({ violations, passes, incomplete }) => {
    const elements = rules => new Set(rules.flatMap(rule => rule.nodes.map(node => node.element)))
    const bad = elements(violations), good = elements(passes), unknown = elements(incomplete)
    // Axe does not tell of texts outside the window, or under something else: the same look may be bad elsewhere.
    for (const [look, e] of looks) if (!bad.has(e)) known.add(good.has(e) ? look : nameOf(e) + look)
    sessionStorage.setItem(KEY, JSON.stringify([...known]))
    return violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html }) => ({ html })) }))
  })
}
