import { tidyProse } from '#src/reference/hidden.ts'
import type { RecordKind } from '../record-kinds.ts'
import { shapeOf } from './kind-shape.ts'
import type { Statement } from './merge.ts'

function tidied<Values extends Readonly<Record<string, unknown>>>(values: Values, prose: readonly string[]): Values {
  const texts = prose.flatMap((name) => {
    const text = values[name]
    const tidy = typeof text === 'string' ? tidyProse(text) : text
    return tidy === text ? [] : [[name, tidy] as const]
  })
  return texts.length === 0 ? values : { ...values, ...Object.fromEntries(texts) }
}

/** A statement whose prose has no hidden characters. */
export function withTidyProse(of: RecordKind, statement: Statement): Statement {
  const { proseFields, proseTexts, storedParts } = shapeOf(of)
  const parts = new Map(statement.parts)
  for (const { name, prose } of storedParts) {
    const stated = prose.length > 0 ? parts.get(name) : undefined
    if (stated) parts.set(name, { ...stated, entries: stated.entries.map((entry) => tidied(entry, prose)) })
  }
  return {
    ...statement,
    values: tidied(statement.values, proseFields),
    texts: statement.texts.map((one) => ({ ...one, texts: tidied(one.texts, proseTexts) })),
    parts,
  }
}
