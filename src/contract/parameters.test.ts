import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { language, queryReader } from './parameters.ts'
import { ApiError } from './statuses.ts'

const read = queryReader(Type.Object({ language }))

/** What clients send as a language, and the row of translations that it means. */
const languages: [text: string, iso_639_1: string, iso_3166_1: string][] = [
  ['', 'en', 'US'],
  ['en', 'en', 'US'],
  ['en-us', 'en', 'US'],
  ['EN_GB', 'en', 'GB'],
  ['pt', 'pt', 'BR'],
  ['pt-PT', 'pt', 'PT'],
  ['zh', 'zh', 'CN'],
  ['zh-Hans', 'zh', 'CN'],
  ['zh-Hant', 'zh', 'TW'],
  ['zh-hant-hk', 'zh', 'HK'],
  ['zh_Hans_SG', 'zh', 'SG'],
  ['sr-Latn', 'sr', 'RS'],
  ['es-419', 'es', 'ES'],
  ['eo', 'eo', 'EO'],
  ['xx', 'xx', ''],
]
for (const [text, iso_639_1, iso_3166_1] of languages) {
  test(`the language "${text}" is ${iso_639_1}-${iso_3166_1}, asked for again too`, () => {
    assert.deepEqual(read({ language: text }), { language: { iso_639_1, iso_3166_1 } })
    assert.deepEqual(read({ language: text }), { language: { iso_639_1, iso_3166_1 } })
  })
}

for (const text of ['english', 'e', 'deu', 'en-USA', 'en-US-x', 'en US', '-US', 'es-41', 'zh-Hantx', 'null']) {
  test(`"${text}" is no language`, () => {
    assert.throws(() => read({ language: text }), new ApiError('invalid_parameters'))
  })
}
