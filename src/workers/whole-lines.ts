import { StringDecoder } from 'node:string_decoder'

/** Passes on the output of several processes in whole lines, so that they do not mix. */
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
