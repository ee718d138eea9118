import { normalName, wholeKey, withoutArticle } from './words.ts'

const comparedAs = (name: string): string => {
  const normal = normalName(name)
  return wholeKey(withoutArticle(normal) ?? normal)
}

/** Whether two names differ in case, accents, punctuation, blanks or a leading article alone. */
export const isSameName = (one: string, other: string): boolean => comparedAs(one) === comparedAs(other)
