import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as reference from './reference.ts'

const { certifications, codes, countries, departments, genres, imageSizes, languageNames, timezoneOf, languages } =
  reference

const jobs = departments.flatMap((department) => department.jobs)
const allZones = reference.timezones.flatMap((country) => country.zones)
const repeated = <Value>(values: readonly Value[]) => values.filter((value, at) => values.indexOf(value) !== at)
const misshapen = (values: readonly string[], form: RegExp) => values.filter((value) => !form.test(value))
const folded = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const emptyOrPadded = (names: readonly string[]) => names.filter((name) => name !== name.trim() || name === '')

test('the lists are complete', () => {
  assert.deepEqual(
    {
      languages: languages.length,
      languages_without_own_name: languages.filter((language) => language.name === '').length,
      countries: countries.length,
      countries_with_zones: reference.timezones.length,
      countries_without_zones: reference.timezones.flatMap((each) => (each.zones.length ? [] : each.iso_3166_1)),
      departments: departments.length,
      jobs: jobs.length,
      movie_genres: genres.movie.length,
      tv_genres: genres.tv.length,
      movie_certifications: Object.keys(certifications.movie).length,
      tv_certifications: Object.keys(certifications.tv).length,
      primary_translations: reference.primaryTranslations.length,
      change_keys: reference.changeKeys.length,
      image_sizes: Object.values(imageSizes).map((sizes) => sizes.length),
      codes: Object.keys(codes).length,
    },
    {
      languages: 187,
      languages_without_own_name: 96,
      countries: 251,
      countries_with_zones: 249,
      countries_without_zones: ['BV', 'HM'],
      departments: 12,
      jobs: 941,
      movie_genres: 19,
      tv_genres: 16,
      movie_certifications: 52,
      tv_certifications: 49,
      primary_translations: 144,
      change_keys: 55,
      image_sizes: [4, 7, 7, 4, 4],
      codes: 17,
    },
  )
})

const codeLists: Record<string, [values: readonly string[], form: RegExp]> = {
  languages: [languages.map((language) => language.iso_639_1), /^[a-z]{2}$/],
  countries: [countries.map((country) => country.iso_3166_1), /^[A-Z]{2}$/],
  'countries with zones': [reference.timezones.map((country) => country.iso_3166_1), /^[A-Z]{2}$/],
  departments: [departments.map((department) => department.department), /^[A-Z][A-Za-z &-]+$/],
  'countries with movie certifications': [Object.keys(certifications.movie), /^([A-Z]{2}|CA-QC)$/],
  'countries with tv certifications': [Object.keys(certifications.tv), /^([A-Z]{2}|CA-QC)$/],
  'primary translations': [reference.primaryTranslations, /^[a-z]{2}-[A-Z]{2}$/],
  'change keys': [reference.changeKeys, /^[a-z]+\d?(_[a-z]+)*$/],
}

for (const [name, [values, form]] of Object.entries(codeLists)) {
  test(`${name}: valid forms, none twice, in order`, () => {
    assert.deepEqual(misshapen(values, form), [])
    assert.deepEqual(repeated(values), [])
    assert.deepEqual(values, values.toSorted())
  })
}

test('genres: ids are unique in a list, and shared names share the id', () => {
  for (const list of [genres.movie, genres.tv]) {
    assert.deepEqual(repeated(list.map((genre) => genre.id)), [])
    assert.deepEqual(repeated(list.map((genre) => genre.name)), [])
  }
  const movieIds = new Map(genres.movie.map((genre) => [genre.name, genre.id]))
  const shared = genres.tv.filter((genre) => movieIds.has(genre.name))
  assert.deepEqual(
    shared.map((genre) => genre.id).toSorted((one, other) => one - other),
    [16, 18, 35, 37, 80, 99, 9648, 10751],
  )
  assert.deepEqual(
    shared.filter((genre) => movieIds.get(genre.name) !== genre.id),
    [],
  )
})

test('genres: each has a name in every language of ours, and no name stands for two of a list in any language', () => {
  for (const list of [genres.movie, genres.tv]) {
    const idsOf = new Map<string, Set<number>>()
    for (const [language, names] of Object.entries(reference.genreNames)) {
      for (const { id } of list) {
        const name = names[id]
        assert.ok(name, `${language} ${id}`)
        idsOf.set(folded(name), (idsOf.get(folded(name)) ?? new Set()).add(id))
      }
    }
    assert.deepEqual(
      [...idsOf].filter(([, ids]) => ids.size > 1),
      [],
    )
  }
  assert.deepEqual(
    Object.keys(reference.genreNames).filter((language) => !languageNames.has(language)),
    [],
  )
  assert.deepEqual(emptyOrPadded(Object.values(reference.genreNames).flatMap((names) => Object.values(names))), [])
})

test('names are neither empty nor padded', () => {
  assert.deepEqual(emptyOrPadded(languages.map((language) => language.english_name)), [])
  assert.deepEqual(emptyOrPadded(countries.flatMap((each) => [each.english_name, each.native_name])), [])
  assert.deepEqual(emptyOrPadded(jobs), [])
  assert.deepEqual(emptyOrPadded([...genres.movie, ...genres.tv].map((genre) => genre.name)), [])
})

test('jobs are unique inside a department, but for one that the interface lists twice', () => {
  const twice = departments.flatMap(({ department, jobs }) => repeated(jobs).map((job) => `${department}: ${job}`))
  assert.deepEqual(twice, ['Sound: ADR Editor'])
})

test('certifications are unique inside a country and stand in their order', () => {
  for (const byCountry of [certifications.movie, certifications.tv])
    for (const [country, list] of Object.entries(byCountry)) {
      const orders = list.map((each) => each.order)
      assert.deepEqual(repeated(list.map((each) => each.certification)), [], country)
      assert.deepEqual(
        orders,
        orders.toSorted((one, other) => one - other),
        country,
      )
      assert.ok(orders.length > 0 && (orders[0] === 0 || orders[0] === 1), country)
    }
})

test('every country and language that another list names is known, but for the exceptions of the interface', () => {
  const unknown = (codes: readonly string[]) => codes.filter((code) => !reference.countryNames.has(code))
  assert.deepEqual(
    {
      timezones: unknown(reference.timezones.map((each) => each.iso_3166_1)),
      movie_certifications: unknown(Object.keys(certifications.movie)),
      tv_certifications: unknown(Object.keys(certifications.tv)),
      translations: unknown(reference.primaryTranslations.map((tag) => tag.slice(3))),
      languages: reference.primaryTranslations.filter((tag) => !reference.languageNames.has(tag.slice(0, 2))),
    },
    {
      timezones: ['AX', 'BL', 'BQ', 'CW', 'GG', 'IM', 'JE', 'MF', 'SX'],
      movie_certifications: ['CA-QC'],
      tv_certifications: ['CA-QC'],
      translations: ['GG', 'EO'],
      languages: [],
    },
  )
})

test('names are found by code', () => {
  assert.deepEqual(reference.languageNames.get('de'), { iso_639_1: 'de', english_name: 'German', name: 'Deutsch' })
  assert.deepEqual(reference.languageNames.get('xx'), {
    iso_639_1: 'xx',
    english_name: 'No Language',
    name: 'No Language',
  })
  assert.deepEqual(reference.countryNames.get('SU'), {
    iso_3166_1: 'SU',
    english_name: 'Soviet Union',
    native_name: 'Soviet Union',
  })
  assert.equal(reference.languageNames.get('EN'), undefined)
  assert.equal(reference.countryNames.get('us'), undefined)
})

test('time zones: all that the runtime knows, each under few names', () => {
  const listed = ['UTC', 'Europe/Berlin', 'America/New_York', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata']
  const ofBrowsers = ['Asia/Calcutta', 'Europe/Stockholm', 'Europe/Amsterdam', 'Africa/Accra']
  for (const zone of [...listed, ...ofBrowsers]) assert.equal(timezoneOf(zone), zone)
  for (const zone of ['Etc/UTC', 'GMT', 'EST', 'CET', 'US/Eastern', 'Japan', '+02:00'])
    assert.equal(typeof timezoneOf(zone), 'string', zone)
  for (const zone of ['Europe/Berlin', 'UTC', 'Japan']) {
    const written = [zone.toLowerCase(), zone.toUpperCase(), `${zone[0]}${zone.slice(1).toUpperCase()}`]
    assert.equal(new Set(written.map(timezoneOf)).size, 1)
  }
  const refused = ['', 'Europe/Atlantis', ' Europe/Berlin', 'Europe/Berlin\n', 'undefined', 'x'.repeat(65)]
  assert.deepEqual(
    refused.map(timezoneOf),
    refused.map(() => undefined),
  )
})

test('the runtime can compute dates in every zone of the list', () => {
  for (const timeZone of ['UTC', ...allZones]) new Intl.DateTimeFormat('en', { timeZone })
})

test('closed lists have no value twice, and labels are numbered without gaps', () => {
  for (const [name, values] of Object.entries(codes)) {
    if (Array.isArray(values)) assert.deepEqual(repeated<number | string>(values), [], name)
    else {
      const numbers = Object.keys(values).map(Number)
      assert.deepEqual(
        numbers,
        numbers.map((_, at) => at + numbers[0]!),
        name,
      )
    }
  }
  assert.deepEqual(codes.release_date_type['3'], 'theatrical')
  assert.equal(codes.external_source.length, 12)
})

test('image sizes are widths or heights, then the original', () => {
  for (const sizes of Object.values(imageSizes)) {
    assert.deepEqual(misshapen(sizes.slice(0, -1), /^[wh]\d{2,4}$/), [])
    assert.equal(sizes.at(-1), 'original')
  }
})
