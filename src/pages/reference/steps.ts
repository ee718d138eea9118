import { type Example, exampleFor, type Placeholder, placeholders, type Request, type Step } from './requests.ts'

/** A request that comes before an example, with the word that stands for a field of its reply. */
export type Before = Step & { word?: string; field?: string }

const words = /\bYOUR_[A-Z_]+\b/g
const wordsIn = (text: string): string[] => text.match(words) ?? []

/** What a request has to have, in the order in which it is got: `textOf` says what of a request is sent. */
export function stepsBefore(operation: string, textOf: (of: string, request: Request) => string): Before[] {
  const steps: Before[] = []
  const got = new Set<string>()
  const prepare = (of: string, request: Example | Placeholder) => {
    for (const word of wordsIn(textOf(of, request))) get(word)
    for (const step of request.after ?? []) {
      prepare(step.of, step)
      steps.push(step)
    }
  }
  const get = (word: string) => {
    const placeholder = placeholders[word]
    if (!placeholder || got.has(word)) return
    got.add(word)
    prepare(placeholder.of, placeholder)
    steps.push({ ...placeholder, word })
  }
  prepare(operation, exampleFor(operation))
  return steps
}
