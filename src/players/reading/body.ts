/** Bytes of a delivery: some players send a picture along. */
export const maxDeliveryBytes = 1_048_576
/** Parts of a form that are looked at, and bytes of what stands before the content of one. */
const maxParts = 10
const maxHeadBytes = 2_048
/** How deep objects and lists may stand in each other; players have five. */
const maxDepth = 30

/** The parts and fields in which players put their JSON. */
const jsonFields: ReadonlySet<string> = new Set(['payload', 'data'])

/** The JSON of a delivery: all of it, or a part of a form. */
export function jsonText(body: Buffer, contentType = ''): string {
  const type = contentType.slice(0, maxHeadBytes)
  if (/^multipart\/form-data/i.test(type)) return partOf(body, boundaryIn(type)) ?? ''
  const text = body.toString('utf8')
  if (!/^application\/x-www-form-urlencoded/i.test(type)) return text
  const form = new URLSearchParams(text)
  for (const name of jsonFields) if (form.has(name)) return form.get(name) ?? ''
  return text
}

const boundaryIn = (type: string): string => {
  const [, quoted, plain] = /boundary=(?:"([^"]{1,70})"|([^\s;,"]{1,70}))/i.exec(type) ?? []
  return quoted ?? plain ?? ''
}

/** The content of the first part with JSON. Each byte is looked at once. */
function partOf(body: Buffer, boundary: string): string | undefined {
  if (boundary === '') return undefined
  const line = Buffer.from(`--${boundary}`)
  let at = body.indexOf(line)
  for (let count = 0; at !== -1 && count < maxParts; count++) {
    const begin = at + line.length
    const next = body.indexOf(line, begin)
    const part = body.subarray(begin, next === -1 ? body.length : next)
    const head = part.subarray(0, maxHeadBytes).indexOf('\r\n\r\n')
    const [, quoted, plain] =
      / name=(?:"([^"]*)"|([^\s;"]+))/i.exec(part.toString('latin1', 0, Math.max(0, head))) ?? []
    if (jsonFields.has(quoted ?? plain ?? '')) return part.toString('utf8', head + 4).trimEnd()
    at = next
  }
  return undefined
}

/** Whether objects and lists stand deeper in each other than is read. */
export function isTooDeep(text: string): boolean {
  let [depth, isInText] = [0, false]
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isInText) {
      if (character === '\\') at++
      else if (character === '"') isInText = false
    } else if (character === '"') isInText = true
    else if (character === '{' || character === '[') {
      if (++depth > maxDepth) return true
    } else if (character === '}' || character === ']') depth--
  }
  return false
}
