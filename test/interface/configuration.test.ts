import {
  changeKeys,
  countries,
  departments,
  languages,
  primaryTranslations,
  timezones,
} from '#src/reference/reference.ts'
import { status } from '../support/expected.ts'
import { scenarios } from '../support/scenarios.ts'

const pictures = 'https://reelcommons.example/t/p/'

const germanNames: Readonly<Record<string, string>> = {
  AT: 'Österreich',
  DE: 'Deutschland',
  // Countries that are no more have the name of the list, not that of today.
  YU: 'Yugoslavia',
  XC: 'Czechoslovakia',
}

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

  ['the countries, which are reference data', 'GET /3/configuration/countries', 200, countries],
  ['the countries in English', 'GET /3/configuration/countries?language=en-GB', 200, countries],
  [
    'the countries in a language',
    'GET /3/configuration/countries?language=de',
    200,
    countries.map((country) => ({ ...country, native_name: germanNames[country.iso_3166_1] ?? /./ })),
  ],
  [
    'the countries in the first known language of a chain',
    'GET /3/configuration/countries?language=xx,de,en',
    200,
    countries.map((country) => ({ ...country, native_name: germanNames[country.iso_3166_1] ?? /./ })),
  ],
  ['the countries in no known language', 'GET /3/configuration/countries?language=xx', 200, countries],
  ['the countries, without a key', 'GET /3/configuration/countries', 401, status(7), { key: null }],
  [
    'the departments and their jobs, which are reference data',
    'GET /3/configuration/jobs',
    200,
    [
      { department: 'Actors', jobs: ['Actor', 'Cameo', 'Special Guest', 'Stunt Double', 'Voice'] },
      ...departments.slice(1),
    ],
  ],
  [
    'the departments as older clients ask for them',
    'GET /3/job/list',
    200,
    { jobs: departments.map(({ department, jobs }) => ({ department, job_list: [...jobs] })) },
  ],
  ['the older departments, without a key', 'GET /3/job/list', 401, status(7), { key: null }],
  ['the departments, without a key', 'GET /3/configuration/jobs', 401, status(7), { key: null }],
  [
    'the locales of most texts, which are reference data',
    'GET /3/configuration/primary_translations',
    200,
    ['af-ZA', ...primaryTranslations.slice(1)],
  ],
  ['the locales, without a key', 'GET /3/configuration/primary_translations', 401, status(7), { key: null }],
  [
    'the time zones, which are reference data',
    'GET /3/configuration/timezones',
    200,
    [{ iso_3166_1: 'AD', zones: ['Europe/Andorra'] }, ...timezones.slice(1)],
  ],
  ['the time zones, without a key', 'GET /3/configuration/timezones', 401, status(7), { key: null }],
  [
    'the older form of the time zones',
    'GET /3/timezones/list',
    200,
    [{ AD: ['Europe/Andorra'] }, ...timezones.slice(1).map(({ iso_3166_1, zones }) => ({ [iso_3166_1]: zones }))],
  ],
  ['the older form of the time zones, without a key', 'GET /3/timezones/list', 401, status(7), { key: null }],
])
