import { StringDecoder } from 'node:string_decoder'

/** Passes on what several processes say at once so that no line of one stands in the midst of another's. */
export function passWholeLines(from: NodeJS.ReadableStream, write: (lines: string) => void): void {
  const decoder = new StringDecoder('utf8')
  let begun = ''
  from.on('data', (chunk: Buffer) => {
    const text = begun + decoder.write(chunk)
    const end = text.lastIndexOf('\n') + 1
    if (end > 0) write(text.slice(0, end))
    begun = text.slice(end)
  })
  from.once('end', () => {
    const rest = begun + decoder.end()
    if (rest !== '') write(`${rest}\n`)
  })
}
