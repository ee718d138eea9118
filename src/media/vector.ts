import createPurify, { type UponSanitizeAttributeHook } from 'dompurify'
import { JSDOM } from 'jsdom'
import { PictureError } from './refusals.ts'
import { refuseHeavyDrawing } from './vector-limits.ts'

const { window } = new JSDOM('')
const purify = createPurify(window)

const svgNamespace = 'http://www.w3.org/2000/svg'
/** Ways of referring to something outside the drawing, in a style or an attribute. */
const outside = /url\(\s*(?!["']?#)|@|\\|expression|image-set|javascript:/i

const options = {
  USE_PROFILES: { svg: true, svgFilters: true },
  // What moves, embeds, links, or shows something from elsewhere.
  FORBID_TAGS: [
    ...['a', 'animatecolor', 'animatemotion', 'animatetransform', 'animate', 'set', 'mpath'],
    ...['image', 'feimage', 'foreignobject', 'script', 'switch', 'view'],
  ],
  // Only parts of the drawing itself can be used, see below.
  ADD_TAGS: ['use'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  IN_PLACE: true as const,
}

const keepInside: UponSanitizeAttributeHook = (_node, attribute) => {
  const { attrName, attrValue } = attribute
  if (/(^|:)href$/i.test(attrName) ? !/^\s*#/.test(attrValue) : outside.test(attrValue)) attribute.keepAttr = false
}
purify.addHook('uponSanitizeAttribute', keepInside)
purify.addHook('uponSanitizeElement', (node) => {
  if (node.nodeName.toLowerCase() === 'style' && outside.test(node.textContent ?? ''))
    node.parentNode?.removeChild(node)
})

/** The drawing without anything that runs, loads or refers to something outside; throws a `PictureError`. */
export function sanitised(content: Buffer): Buffer {
  try {
    refuseHeavyDrawing(content)
    return Buffer.from(purified(content.toString('utf8').replace(/^\ufeff/, '')))
  } catch (error) {
    throw error instanceof PictureError ? error : new PictureError('damaged')
  }
}

function purified(text: string): string {
  const { documentElement: root } = new window.DOMParser().parseFromString(text, 'image/svg+xml')
  if (root.nodeName === 'parsererror') throw new PictureError('damaged')
  if (root.localName !== 'svg' || root.namespaceURI !== svgNamespace) throw new PictureError('unknown_type')
  purify.sanitize(root as never, options)
  return new window.XMLSerializer().serializeToString(root)
}
