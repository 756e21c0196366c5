// What is wrong with how a page is laid out, as a list of lines; see layout.py.
(wanted) => {
  const faults = []
  const LEAST = 24, SLACK = 1
  const short = e => {
    const name = e.tagName.toLowerCase() + (e.id ? '#' + e.id : '') + [...e.classList].map(c => '.' + c).join('')
    const text = (e.getAttribute('aria-label') || e.innerText || e.value || '').trim().replace(/\s+/g, ' ')
    return `${name} «${text.slice(0, 50)}»`
  }
  const say = (kind, text) => faults.push(`${kind}: ${text}`)
  const style = e => getComputedStyle(e)
  // What lies beneath an open dialog is not to be reached.
  const scope = [...document.querySelectorAll('dialog[open]')].pop() || document
  const isCutOut = e => { for (let at = e; at; at = at.parentElement) if (style(at).clipPath !== 'none') return true }
  const isThere = e => e.checkVisibility({ visibilityProperty: true }) && !e.closest('[inert]') && !isCutOut(e)
  const seen = e => isThere(e) && e.checkVisibility({ opacityProperty: true })
  // A fault of the first row of a list is one of all of them.
  const rows = new Set([...document.querySelectorAll('tbody, ol, ul')].flatMap(list => [...list.children].slice(6)))
  const repeats = e => { for (let at = e; at; at = at.parentElement) if (rows.has(at) && !at.closest('nav')) return true }
  const clips = e => ['hidden', 'clip'].includes(style(e).overflowX) || ['hidden', 'clip'].includes(style(e).overflowY)

  if (wanted.includes('sideways')) {
    const root = document.documentElement
    const over = root.scrollWidth - root.clientWidth
    if (over > 0) {
      const wide = [...document.body.querySelectorAll('*')].filter(e => seen(e)
        && e.getBoundingClientRect().right > root.clientWidth + SLACK).slice(-2).map(short)
      say('sideways', `${over} px too wide; ${wide.join('; ')}`)
    }
  }

  const acts = [...scope.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')]
    .filter(e => !repeats(e) && !e.disabled && !e.matches('.skip') && style(e).pointerEvents !== 'none'
      && isThere(e))
  const boxOf = e => e.matches('input') ? e.closest('label, .switch, .check') || e : e
  const own = (e, hit) => hit && (e.contains(hit) || boxOf(e).contains(hit)
    || [...(e.labels || [])].some(label => label.contains(hit)))
  const isHit = (e, x, y) => own(e, document.elementFromPoint(x, y))
  const isInline = e => {
    if (!e.matches('a, button, summary') || !style(e).display.startsWith('inline')) return false
    const block = e.parentElement
    return [...block.childNodes].some(n => n.nodeType === 3 && n.data.trim().length > 1)
  }
  if (wanted.includes('covered') || wanted.includes('small')) {
    for (const e of acts) {
      const box = boxOf(e)
      box.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const rects = [...box.getClientRects()].filter(r => r.width > 1 && r.height > 1)
      if (!rects.length) continue
      const r = rects[0], x = r.x + r.width / 2, y = r.y + r.height / 2
      if (wanted.includes('covered')) {
        if (!isHit(e, x, y)) {
          const hit = document.elementFromPoint(x, y)
          say('covered', `${short(e)} by ${hit ? short(hit) : 'the edge of the window'}`)
          continue
        }
        for (let at = box.parentElement; at && at !== document.body; at = at.parentElement) {
          if (!clips(at)) continue
          const frame = at.getBoundingClientRect()
          if (r.left < frame.left - 2 || r.right > frame.right + 2 || r.top < frame.top - 2 || r.bottom > frame.bottom + 2) {
            if (style(e).display === 'inline') break
            say('clipped', `${short(e)} by ${short(at).slice(0, 60)}`)
            break
          }
        }
      }
      if (wanted.includes('small') && !isInline(e) && (r.width < LEAST - .5 || r.height < LEAST - .5)) {
        const reach = LEAST / 2 - .6
        const wide = r.width >= LEAST - .5 || isHit(e, x - reach, y) && isHit(e, x + reach, y)
        const high = r.height >= LEAST - .5 || isHit(e, x, y - reach) && isHit(e, x, y + reach)
        if (!wide || !high) say('small', `${short(e)} ${r.width.toFixed(1)} × ${r.height.toFixed(1)}`)
      }
    }
    for (const e of document.querySelectorAll('*'))
      if (e.scrollLeft || e.scrollTop) e.scrollTo({ left: 0, top: 0, behavior: 'instant' })
  }

  if (wanted.includes('cut')) {
    const held = '.btn, button, .pill, .tag, .tabs a, .tabbar a, .seg label, .seg a, .filter, .chip, h1, h2, h3, th, summary'
    for (const e of document.querySelectorAll(held)) {
      if (!seen(e) || repeats(e) || e.closest('.phone, dialog:not([open])')) continue
      const r = e.getBoundingClientRect()
      if (r.width < 2 || !e.innerText.trim()) continue
      const parts = [e, ...e.querySelectorAll('*')].filter(p => clips(p) && style(p).display !== 'inline' && !p.closest('.sr, svg'))
      const cut = parts.find(p => p.scrollWidth > p.clientWidth + SLACK || p.scrollHeight > p.clientHeight + 3)
      if (cut) { say('cut', short(e)); continue }
      if (clips(e)) continue
      const walk = document.createTreeWalker(e, NodeFilter.SHOW_TEXT)
      while (walk.nextNode()) {
        const node = walk.currentNode, parent = node.parentElement
        if (!node.data.trim() || !seen(parent) || parent.closest('.sr, details > :not(summary), .pop') && !e.closest('.pop')) continue
        const range = document.createRange(); range.selectNodeContents(node)
        const t = range.getBoundingClientRect()
        if (t.width && (t.left < r.left - SLACK || t.right > r.right + SLACK)) { say('spills', short(e)); break }
      }
    }
  }

  if (wanted.includes('ellipsis')) {
    for (const e of document.querySelectorAll('main *')) {
      if (!seen(e) || !e.childNodes.length || e.closest('.phone, svg') || !clips(e)) continue
      const css = style(e)
      const isLine = css.textOverflow === 'ellipsis' && e.scrollWidth > e.clientWidth + SLACK
      const isClamp = css.webkitLineClamp !== 'none' && e.scrollHeight > e.clientHeight + 3
      if (isLine || isClamp) say('ellipsis', short(e))
    }
  }

  if (wanted.includes('overlap')) {
    const layerOf = e => { for (let at = e; at; at = at.parentElement) { const css = style(at)
      if (['fixed', 'sticky', 'absolute'].includes(css.position) || css.zIndex !== 'auto') return at } }
    const texts = []
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walk.nextNode()) {
      const node = walk.currentNode, e = node.parentElement
      if (!node.data.trim() || !seen(e) || repeats(e) || e.closest('.phone, svg, .sr, script, style, .toasts, option, select')) continue
      const range = document.createRange(); range.selectNodeContents(node)
      for (const rect of range.getClientRects()) {
        let r = { l: rect.left, t: rect.top, r: rect.right, b: rect.bottom }
        for (let at = e; at && at !== document.body; at = at.parentElement) {
          if (style(at).overflowX === 'visible' && style(at).overflowY === 'visible') continue
          const f = at.getBoundingClientRect()
          r = { l: Math.max(r.l, f.left), t: Math.max(r.t, f.top), r: Math.min(r.r, f.right), b: Math.min(r.b, f.bottom) }
        }
        if (r.r - r.l > 2 && r.b - r.t > 2) texts.push({ ...r, node, e, layer: layerOf(e) })
      }
    }
    const told = new Set()
    texts.forEach((a, i) => {
      for (const b of texts.slice(i + 1)) {
        if (a.node === b.node || a.layer !== b.layer) continue
        const w = Math.min(a.r, b.r) - Math.max(a.l, b.l), h = Math.min(a.b, b.b) - Math.max(a.t, b.t)
        // The boxes of lines reach a little over their letters.
        if (w > 3 && h > Math.min(a.b - a.t, b.b - b.t) * .45) {
          const line = `${short(a.e)} and ${short(b.e)}`
          if (!told.has(line)) { told.add(line); say('overlap', line) }
        }
      }
    })
  }

  // By keyboard one scrolls only what has the focus, or holds it.
  if (wanted.includes('scroller')) {
    const LEAST_SCROLL = 13
    const takesFocus = 'a[href], button:not(:disabled), input:not([type=hidden], :disabled), select:not(:disabled), '
      + 'textarea:not(:disabled), summary, [tabindex]'
    const scrolls = overflow => ['auto', 'scroll'].includes(overflow)
    for (const e of scope.querySelectorAll('*')) {
      const isWide = e.scrollWidth > e.clientWidth + LEAST_SCROLL && scrolls(style(e).overflowX)
      const isHigh = e.scrollHeight > e.clientHeight + LEAST_SCROLL && scrolls(style(e).overflowY)
      if (!isWide && !isHigh || !seen(e)) continue
      if (!e.matches(takesFocus) && !e.querySelector(takesFocus)) say('scroller', short(e))
    }
  }

  // Things whose name a translation lacks.
  if (wanted.includes('nameless')) {
    const textOf = e => (e.innerText || e.textContent)
      + [...e.querySelectorAll('[alt], [aria-label]')].map(one => one.alt || one.ariaLabel).join('')
    const nameOf = e => [e.ariaLabel, ...(e.ariaLabelledByElements || []).map(textOf), e.title, e.placeholder, e.alt,
      e.matches('[type=submit]') ? e.value : '', ...[...e.labels || []].map(textOf), textOf(e)].join('').trim()
    for (const e of [...acts, ...scope.querySelectorAll('h1, h2, h3, th, legend, img:not([alt])')])
      if (isThere(e) && !repeats(e) && !e.closest('[aria-hidden=true]') && !nameOf(e)) say('nameless', short(e))
  }

  if (wanted.includes('headings')) {
    const all = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
      .filter(e => e.checkVisibility() && !e.closest('[aria-hidden="true"], dialog'))
    const ones = all.filter(e => e.tagName === 'H1')
    if (ones.length !== 1) say('headings', `${ones.length} of the first level`)
    let last = 0
    for (const e of all) {
      const level = Number(e.tagName[1])
      if (level > last + 1) say('headings', `${short(e)} after one of level ${last}`)
      last = level
    }
  }
  return faults
}
