import { languages } from '#src/reference/reference.ts'
import { status } from '../expected.ts'
import { scenarios } from '../scenarios.ts'

scenarios('configuration', [
  ['the languages, which are reference data', 'GET /3/configuration/languages', 200, languages],
  [
    'a parameter that is not one of its own is ignored',
    'GET /3/configuration/languages?page=0',
    200,
    [{ iso_639_1: 'aa', english_name: 'Afar', name: 'Qafar af' }, ...languages.slice(1)],
  ],
  ['no key', 'GET /3/configuration/languages', 401, status(7), { key: null }],
])
