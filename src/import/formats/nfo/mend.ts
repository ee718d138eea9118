import { atFirstUse } from '#src/package-root.ts'

const markdownIt = atFirstUse<typeof import('markdown-it')['default']>('markdown-it')
let parser: ReturnType<ReturnType<typeof markdownIt>> | undefined

/** Replaces names and numbers of characters: the library has all that HTML knows. */
function unescapeAll(text: string): string {
  parser ??= markdownIt()()
  return parser.utils.unescapeAll(text)
}

/**
 * The elements of a text that programs and people take for XML, such that a parser reads them. Line by line it is the
 * same, without comments, declarations, control characters and text outside of elements, which is `around`. A `&` and
 * a `<` that begin nothing stand for themselves, names of HTML for their characters, and `<br>` for a break. What
 * cannot be mended is left to the parser to refuse, with all that follows.
 */
export function mend(text: string): { xml: string; around: string } {
  const mender = new Mender(text)
  mender.run()
  return { xml: mender.pieces.join(''), around: mender.around }
}

/** Where in the text the character stands that has a place in the mended one. */
export function placeIn(text: string, mended: number): number {
  const mender = new Mender(text, mended)
  mender.run()
  return Math.max(0, Math.min(mended + mender.shift, text.length))
}

/** A reference to a character by its number or name, or a `&` that begins none. */
const reference = /&(?:#(\d{1,7}|x[\da-f]{1,6});|([a-z][a-z\d]{1,31});)?/gi
/** What no text of XML may have. */
const unwritten = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff'
const control = new RegExp(`[${unwritten}]`)
const odd = new RegExp(`[&<]|\\]\\]>|[${unwritten}]`, 'g')
const ofXml = /^(?:amp|lt|gt|quot|apos)$/

class Mender {
  readonly pieces: string[] = []
  around = ''
  /** How far the text is ahead of what was written of it, at the place that is asked for. */
  shift = 0
  private written = 0
  private at = 0
  private depth = 0
  private readonly text: string
  private readonly place: number

  constructor(text: string, place = -1) {
    this.text = text
    this.place = place
  }

  run() {
    const { text } = this
    while (this.at < text.length) {
      const begin = text.indexOf('<', this.at)
      this.putText(begin === -1 ? text.length : begin)
      if (begin === -1 || !this.putMarkup()) break
    }
    this.put(text.slice(this.at))
  }

  /** Writes a piece for what begins here, and goes on behind it. */
  private put(piece: string, end = this.at + piece.length) {
    if (this.written <= this.place) this.shift = this.at - this.written
    this.written += piece.length
    if (piece !== '') this.pieces.push(piece)
    this.at = end
  }

  private leaveOut(end: number) {
    this.put(
      this.text
        .slice(this.at, end)
        .match(/[\r\n]+/g)
        ?.join('') ?? '',
      end,
    )
    return true
  }

  private putText(end: number) {
    if (this.depth > 0) return this.putEscaped(end)
    this.around += this.text.slice(this.at, end)
    this.leaveOut(end)
  }

  /** A text or the value of an attribute. */
  private putEscaped(end: number) {
    const from = this.at
    for (const { 0: what, index } of this.text.slice(from, end).matchAll(odd)) {
      this.put(this.text.slice(this.at, from + index))
      if (what === '&') this.putReference()
      else this.put(what === '<' ? '&lt;' : what === ']]>' ? ']]&gt;' : '', this.at + what.length)
    }
    this.put(this.text.slice(this.at, end))
  }

  private putReference() {
    reference.lastIndex = this.at
    const [whole = '&', digits, name] = reference.exec(this.text) ?? []
    if (digits !== undefined) this.put(isCharacter(digits) ? whole : '', this.at + whole.length)
    else if (name !== undefined && ofXml.test(name)) this.put(whole)
    else {
      const character = name === undefined ? whole : unescapeAll(whole)
      // A name that nobody knows is text, and so is a `&` by itself.
      if (character === whole) this.put('&amp;', this.at + 1)
      else this.put(character.replaceAll('&', '&amp;').replaceAll('<', '&lt;'), this.at + whole.length)
    }
  }

  /** What begins with `<`; false if it cannot be mended. */
  private putMarkup(): boolean {
    const { text, at } = this
    if (text.startsWith('<!--', at)) return this.leaveOutUntil('-->', at + 4)
    if (text.startsWith('<?', at)) return this.leaveOutUntil('?>', at + 2)
    if (text.startsWith('<![CDATA[', at)) return this.putData()
    if (text.startsWith('<!', at)) return false
    const [, slash, name] = tagName.exec(text.slice(at, at + maxName)) ?? []
    if (name === undefined) return this.putBare()
    return this.putTag(name, slash === '/')
  }

  private leaveOutUntil(mark: string, from: number): boolean {
    const end = this.text.indexOf(mark, from)
    return end !== -1 && this.leaveOut(end + mark.length)
  }

  private putData(): boolean {
    const end = this.text.indexOf(']]>', this.at)
    if (end === -1) return false
    if (this.depth === 0) return this.leaveOut(end + 3)
    for (const part of this.text.slice(this.at, end + 3).split(control)) {
      this.put(part)
      this.at++
    }
    this.at--
    return true
  }

  /** A `<` that begins no tag. */
  private putBare(): boolean {
    if (this.depth === 0) return this.leaveOut(this.at + 1)
    this.put('&lt;', this.at + 1)
    return true
  }

  private putTag(name: string, isEnd: boolean): boolean {
    const end = tagEnd(this.text, this.at)
    if (end === undefined) return false
    const isBreak = /^br$/i.test(name)
    if (isBreak && this.depth > 0) this.put(isEnd ? '' : '&#10;', this.at)
    // Addresses also stand in such brackets.
    const isAround = this.depth === 0 && (isEnd || name.endsWith(':'))
    if (isAround) this.around += ` ${this.text.slice(this.at + 1, end - 1)} `
    if (isBreak || isAround) return this.leaveOut(end)
    const isEmpty = this.text[end - 2] === '/'
    this.putAttributes(end)
    this.depth += isEnd ? -1 : isEmpty ? 0 : 1
    return true
  }

  private putAttributes(end: number) {
    const from = this.at
    for (const part of this.text.slice(from, end).matchAll(valueOrNot)) {
      const after = from + part.index + part[0].length
      if (part[1] !== undefined) this.putEscaped(after)
      else this.put(part[0])
    }
  }
}

/** Longest name of an element. */
const maxName = 100
const tagName = /^<(\/?)([\p{L}_:][^\s<>/"'=&]*)/u
/** In a tag that ends. */
const valueOrNot = /("[^"]*"|'[^']*')|[^"']+/g
const quoteOrEnd = /["'<>]/g

/** Where the tag ends that begins at a place, if it ends before the next one begins. */
function tagEnd(text: string, at: number): number | undefined {
  quoteOrEnd.lastIndex = at + 1
  for (let found = quoteOrEnd.exec(text); found; found = quoteOrEnd.exec(text)) {
    const [mark] = found
    if (mark === '>') return quoteOrEnd.lastIndex
    const close = mark === '<' ? -1 : text.indexOf(mark, quoteOrEnd.lastIndex)
    if (close === -1) return undefined
    quoteOrEnd.lastIndex = close + 1
  }
  return undefined
}

/** Whether XML has a character of a number, in decimal or after an `x`. */
function isCharacter(digits: string): boolean {
  const code = /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number(digits)
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd
  return code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff
}
