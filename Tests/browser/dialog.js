// Faults in the layout of an open dialog, as a list of lines.
//
// Geometry is compared, not pictures: letters differ from machine to machine, and with them every pixel.
dialog => {
  const faults = []
  const name = e => e.localName + (e.id ? '#' + e.id : '') + (e.name ? `[name=${e.name}]` : '')
    + (e.value && e.localName === 'button' ? `[value=${e.value}]` : '')
  const shown = e => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !e.closest('.sr')
    && e.getBoundingClientRect().width > 1 && e.getBoundingClientRect().height > 1
  const box = dialog.getBoundingClientRect()
  if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
    faults.push(`stands out of the window: ${box.left} ${box.top} ${box.right} ${box.bottom}`
      + ` of ${innerWidth} ${innerHeight}`)
  const scrolls = e => ['auto', 'scroll'].includes(getComputedStyle(e).overflowX)
  for (const part of [dialog, ...dialog.querySelectorAll('header, .body, footer')])
    if (part.scrollWidth > part.clientWidth + 1)
      faults.push(`${part.className || part.localName} is ${part.scrollWidth - part.clientWidth} px too wide`)
  const act = 'button, input:not([type=hidden]), select, textarea, a[href]'
  const controls = [...dialog.querySelectorAll(act)].filter(shown)
  if (!controls.length) faults.push('has no controls')
  const body = dialog.querySelector('.body')?.getBoundingClientRect()
  const seen = e => {
    const r = e.getBoundingClientRect()
    if (!body || !e.closest('.body')) return r
    const top = Math.max(r.top, body.top), bottom = Math.min(r.bottom, body.bottom)
    return bottom - top > 1 ? new DOMRect(r.left, top, r.width, bottom - top) : null
  }
  const gap = dialog.matches('.palette') ? 0 : 6
  for (const e of controls) {
    const r = seen(e)
    if (!r || e.parentElement.closest('.ask-rows, .code-diff, .diff') && scrolls(e.parentElement)) continue
    if (r.left < box.left + gap || r.right > box.right - gap || r.top < box.top - 1 || r.bottom > box.bottom + 1)
      faults.push(`${name(e)} stands at or over the edge`)
  }
  controls.forEach((one, index) => controls.slice(index + 1).forEach(two => {
    if (one.contains(two) || two.contains(one) || one.closest('label')?.contains(two)) return
    const a = seen(one), b = seen(two)
    if (!a || !b) return
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    if (width > 2 && height > 2) faults.push(`${name(one)} lies over ${name(two)}`)
  }))
  for (const label of [...dialog.querySelectorAll('label')].filter(shown)) {
    const control = label.control
    if (!control || label.contains(control) || !shown(control)) continue
    const l = label.getBoundingClientRect(), c = control.getBoundingClientRect()
    const above = l.bottom <= c.top + 3, beside = l.right <= c.left + 3 || l.left >= c.right - 3
    if (!above && !beside) faults.push(`the label of ${name(control)} lies over it`)
    if (above && c.top - l.bottom > 60) faults.push(`the label of ${name(control)} is far from it`)
  }
  const parts = ['header', '.body', 'footer'].map(what => dialog.querySelector(what)).filter(Boolean)
  parts.slice(1).forEach((part, index) => {
    if (parts[index].getBoundingClientRect().bottom > part.getBoundingClientRect().top + 1)
      faults.push(`${parts[index].localName} lies over ${part.className || part.localName}`)
  })
  const foot = dialog.querySelector('footer')
  if (foot && ![...foot.querySelectorAll('button, a')].some(shown)) faults.push('has no button at its foot')
  return faults.map(fault => `dialog: #${dialog.id} ${fault}`)
}
