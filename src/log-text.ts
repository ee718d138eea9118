import { stripVTControlCharacters, styleText } from 'node:util'
import type { LogStream, Output } from './log-buffer.ts'

type Colour = Parameters<typeof styleText>[0]
const levels: Readonly<Record<number, readonly [name: string, colour: Colour]>> = {
  10: ['TRACE', 'gray'],
  20: ['DEBUG', 'blue'],
  30: ['INFO', 'green'],
  40: ['WARN', 'yellow'],
  50: ['ERROR', 'red'],
  60: ['FATAL', 'red'],
}

type Line = {
  level: number
  time: number
  msg?: string
  err?: { type?: string; message?: string; stack?: string }
  [fact: string]: unknown
}

/** A line of the log as text for people: the time of day, the level, the sentence and the facts. */
export function textOf(json: string, colour: (colour: Colour, text: string) => string): string {
  let line: Line
  try {
    line = JSON.parse(json)
  } catch {
    return json
  }
  const { level, time, msg, err, pid: _pid, hostname: _hostname, ...facts } = line
  const [name, shade] = levels[level] ?? [String(level), 'green']
  const clock = new Date(time).toTimeString().slice(0, 8)
  const milliseconds = String(time % 1000).padStart(3, '0')
  const { stack, ...others } = err ?? {}
  // A stack begins with the type and the message.
  const about = { ...facts, ...(err && (stack === undefined ? { err } : furtherFacts(others))) }
  const words = [`[${clock}.${milliseconds}]`, `${colour(shade, name)}:`]
  if (msg !== undefined) words.push(colour('cyan', oneLine(msg)))
  if (Object.keys(about).length > 0) words.push(colour('gray', oneLine(JSON.stringify(about))))
  return stack === undefined ? words.join(' ') : [words.join(' '), ...stackLines(stack)].join('\n')
}

const furtherFacts = ({ type: _type, message: _message, ...facts }: Record<string, unknown>) =>
  Object.keys(facts).length > 0 ? { err: facts } : {}

/** What was sent in must not move the cursor of a terminal, nor look like a line of its own. */
const oneLine = (text: string) => stripVTControlCharacters(text).replaceAll(/\p{Cc}+/gu, ' ')
const stackLines = (stack: string) => stack.split('\n').map((line) => `    ${oneLine(line)}`)

/** A stream that writes lines of pino as text, with colours on a terminal that has them. */
export const openLogText = (output: Output): LogStream => ({
  write(lines) {
    const colour = (name: Colour, text: string) => styleText(name, text, { stream: output })
    for (const line of lines.split('\n')) if (line !== '') output.write(`${textOf(line, colour)}\n`)
  },
})
