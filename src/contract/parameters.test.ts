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
  ['por', 'pt', 'BR'],
  ['ger', 'de', 'DE'],
  ['fil', 'tl', 'PH'],
  ['pt-BR ', 'pt', 'BR'],
  ['en_US.UTF-8', 'en', 'US'],
  ['sr_RS@latin', 'sr', 'RS'],
  ['ca-ES-valencia', 'ca', 'ES'],
  ['en-USA', 'en', 'US'],
  ['es-41', 'es', 'ES'],
  ['xx', 'xx', ''],
]
for (const [text, iso_639_1, iso_3166_1] of languages) {
  test(`the language "${text}" is ${iso_639_1}-${iso_3166_1}, asked for again too`, () => {
    assert.deepEqual(read({ language: text }), { language: { iso_639_1, iso_3166_1 } })
    assert.deepEqual(read({ language: text }), { language: { iso_639_1, iso_3166_1 } })
  })
}

const none = ['english', 'e', 'xyz', 'en US', '-US', 'null', 'None', 'undefined', 'x'.repeat(41)]
for (const text of none) {
  test(`"${text}" is no language`, () => {
    assert.throws(() => read({ language: text }), new ApiError('invalid_parameters'))
  })
}
