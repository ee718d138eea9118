import { changeKeys, languages } from '#src/reference/reference.ts'
import { status } from '../support/expected.ts'
import { scenarios } from '../support/scenarios.ts'

const pictures = 'https://reelcommons.example/t/p/'

scenarios('configuration', [
  [
    'where images are, in which sizes, and the keys of changes',
    'GET /3/configuration',
    200,
    {
      change_keys: changeKeys,
      images: {
        base_url: pictures,
        secure_base_url: pictures,
        backdrop_sizes: ['w300', 'w780', 'w1280', 'original'],
        logo_sizes: ['w45', 'w92', 'w154', 'w185', 'w300', 'w500', 'original'],
        poster_sizes: ['w92', 'w154', 'w185', 'w342', 'w500', 'w780', 'original'],
        profile_sizes: ['w45', 'w185', 'h632', 'original'],
        still_sizes: ['w92', 'w185', 'w300', 'original'],
      },
    },
  ],
  ['where images are, without a key', 'GET /3/configuration', 401, status(7), { key: null }],
  ['the languages, which are reference data', 'GET /3/configuration/languages', 200, languages],
  [
    'a parameter that is not one of its own is ignored',
    'GET /3/configuration/languages?page=0',
    200,
    [{ iso_639_1: 'aa', english_name: 'Afar', name: 'Qafar af' }, ...languages.slice(1)],
  ],
  ['no key', 'GET /3/configuration/languages', 401, status(7), { key: null }],
])
