import { slipsBetween } from '#src/search/typing-errors.ts'
import { plainWords, sameNames, type Title } from './titles.ts'

/** Records that a query could mean as well, so that rules make no query with more than one sensible answer. */
export type Rivals = {
  /** Whether another name is the query, apart from spaces and accents. */
  isNamed(title: Title, query: string): boolean
  /** Whether another name has all words of the query; the last one may be a beginning. */
  hasAllWords(title: Title, query: string): boolean
  /** Whether another name is as near as `most` slips. */
  isNear(title: Title, query: string, most: number): boolean
  /** Other records with the same name. */
  namesakes(title: Title): readonly Title[]
  /** How many records have the word in their names. */
  frequency(word: string): number
}

type Name = { joined: string; words: ReadonlySet<string>; title: Title; same: readonly string[] }

const joinedOf = (text: string) => plainWords(text).replaceAll(' ', '')

export function openRivals(titles: readonly Title[]): Rivals {
  const names: Name[] = titles.flatMap((title) => {
    const same = sameNames(title.name)
    return [title.name, ...title.otherNames].map((name) => {
      const plain = plainWords(name)
      return { joined: plain.replaceAll(' ', ''), words: new Set(plain.split(' ')), title, same }
    })
  })
  const byJoined = Map.groupBy(names, ({ joined }) => joined)
  const byLength = Map.groupBy(names, ({ joined }) => joined.length)
  const byWord = new Map<string, Name[]>()
  for (const name of names)
    for (const word of name.words) {
      const list = byWord.get(word)
      if (list) list.push(name)
      else byWord.set(word, [name])
    }
  const knownWords = [...byWord.keys()]
  const beginningWith = (start: string) => knownWords.filter((word) => word.startsWith(start))
  /** The same movie may be there twice. */
  const isOther = (title: Title) => {
    const same = plainWords(title.name)
    return (name: Name) => name.title.kind === title.kind && !name.same.includes(same)
  }
  return {
    isNamed: (title, query) => (byJoined.get(joinedOf(query)) ?? []).some(isOther(title)),
    hasAllWords(title, query) {
      const words = plainWords(query).split(' ')
      const [last = '', ...others] = words.reverse()
      const whole = others.toSorted((one, other) => (byWord.get(one)?.length ?? 0) - (byWord.get(other)?.length ?? 0))
      const candidates =
        whole[0] === undefined
          ? beginningWith(last).flatMap((word) => byWord.get(word) ?? [])
          : (byWord.get(whole[0]) ?? [])
      const isOtherName = isOther(title)
      return candidates.some(
        (name) =>
          whole.every((word) => name.words.has(word)) &&
          name.words.values().some((word) => word.startsWith(last)) &&
          isOtherName(name),
      )
    },
    isNear(title, query, most) {
      const [joined, isOtherName] = [joinedOf(query), isOther(title)]
      for (let length = joined.length - most; length <= joined.length + most; length++)
        for (const name of byLength.get(length) ?? [])
          if (slipsBetween(joined, name.joined, most) <= most && isOtherName(name)) return true
      return false
    },
    namesakes: (title) =>
      (byJoined.get(joinedOf(title.name)) ?? [])
        .map((name) => name.title)
        .filter((other) => other !== title && other.kind === title.kind),
    frequency: (word) => byWord.get(word)?.length ?? 0,
  }
}
