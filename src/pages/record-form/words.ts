import { type Html, html } from '../html.ts'

/** Words of a text that are compared, and its characters; longer ones are shown as a whole, before and after. */
export const maxComparedWords = 600
const maxCompared = 20_000

/** Two texts as one, with what left it and what came, and room between both for who does not see their colours. */
export const wordDifference = (before: string, after: string): Html =>
  html`${difference(before, after).map(({ is, text }) =>
    is === 'same' ? text : is === 'gone' ? html`<del>${text}</del>` : html`<ins>${text}</ins>`,
  )}`

function difference(before: string, after: string): Piece[] {
  if (before.length > maxCompared || after.length > maxCompared) return whole(before, after)
  const [old, fresh] = [wordsIn(before), wordsIn(after)]
  if (old.length > maxComparedWords || fresh.length > maxComparedWords) return whole(before, after)
  const compared = joined(steps(old, fresh))
  return keepsLittle(compared, before, after) ? whole(before, after) : apart(compared)
}

type Piece = { is: 'same' | 'gone' | 'new'; text: string }

/** The part of the letters of the shorter text that both have, below which they are two texts and not one. */
const sharedPart = 0.5

const keepsLittle = (pieces: readonly Piece[], before: string, after: string): boolean => {
  const kept = pieces.reduce((sum, { is, text }) => sum + (is === 'same' ? text.length : 0), 0)
  return kept < sharedPart * Math.min(before.length, after.length)
}

const whole = (before: string, after: string): Piece[] => [
  { is: 'gone', text: before },
  { is: 'same', text: ' ' },
  { is: 'new', text: after },
]

/** What left and what came are words of their own where no space is between them. */
const apart = (pieces: readonly Piece[]): Piece[] =>
  pieces.flatMap((piece, index): Piece[] => {
    const { is, text = '' } = pieces[index - 1] ?? {}
    const touches = piece.is !== 'same' && is !== 'same' && /\S$/.test(text) && /^\S/.test(piece.text)
    return touches ? [{ is: 'same', text: ' ' }, piece] : [piece]
  })

/** Words and what stands between them. */
const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu) ?? []

/** The steps from one list of words to another that keep the most words. */
function steps(old: readonly string[], fresh: readonly string[]): Piece[] {
  const width = fresh.length + 1
  const kept = new Uint16Array((old.length + 1) * width)
  const at = (i: number, j: number) => kept[i * width + j] as number
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = fresh.length - 1; j >= 0; j--)
      kept[i * width + j] = old[i] === fresh[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const pieces: Piece[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      pieces.push({ is: 'same', text: old[i++] as string })
      j++
    } else if (i < old.length && (j === fresh.length || at(i + 1, j) >= at(i, j + 1)))
      pieces.push({ is: 'gone', text: old[i++] as string })
    else pieces.push({ is: 'new', text: fresh[j++] as string })
  }
  return pieces
}

/** Neighbours of one sort as one piece. */
function joined(pieces: readonly Piece[]): Piece[] {
  const found: Piece[] = []
  for (const { is, text } of pieces) {
    const last = found.at(-1)
    if (last?.is === is) last.text += text
    else found.push({ is, text })
  }
  return found
}
