import type { Language } from '#src/texts/index.ts'
import { html } from './html.ts'
import { inLanguage, languageParameter, withoutLanguage } from './local-address.ts'

/** What a browser loads besides pages, which has no language. */
const files = /^\/(assets|t|card)\//
/** The choice of a language leads to pages without a language in their address. */
const choice = '/language'

const links = /(<a\b[^<>]*?\shref=")(\/[^"]*)/g
const buttons = /(\sformaction=")(\/[^"]*)/g
const forms = /<form\b[^<>]*>/g
const action = /(\saction=")(\/[^"]*)/

/** An address of this server in a language. */
export function addressIn(language: Language, address: string): string {
  const [path = '', fragment] = address.split('#', 2)
  if (files.test(path) || path === choice) return address
  return inLanguage(withoutLanguage(path), language) + (fragment === undefined ? '' : `#${fragment}`)
}

/** The same as it stands in markup. */
const marked = (language: Language, text: string): string => {
  const address = text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
  return html`${addressIn(language, address)}`.text
}

/**
 * A whole document, in which each link and each form leads to a page in this language: for visitors who would get
 * their own one otherwise. Canonical addresses stay as they are.
 */
export function stayingInLanguage(document: string, language: Language): string {
  const led = (_: string, before: string, to: string) => before + marked(language, to)
  return document
    .replace(links, led)
    .replace(buttons, led)
    .replace(forms, (form) =>
      /\smethod="post"/.test(form)
        ? form.replace(action, led)
        : `${form}<input type="hidden" name="${languageParameter}" value="${language}">`,
    )
}
