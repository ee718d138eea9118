import { write } from '#src/contract/write.ts'
import { revise } from '#src/database/revisions.ts'
import { sql } from '#src/database/sql.ts'
import { countries, languages } from '#src/reference/reference.ts'

/** What people say about themselves, and how they want to see the catalogue. */
type Profile = {
  name: string
  iso_639_1: string
  iso_3166_1: string
  include_adult: boolean
  leaves_watchlist: boolean
}

const names = {
  language: new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }),
  region: new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }),
}

/** Languages to choose from: those of the catalogue without former codes and without `no language`. */
export const profileLanguages: readonly string[] = languages
  .map(({ iso_639_1 }) => iso_639_1)
  .filter((code) => new Intl.Locale(code).language === code && names.language.of(code))

/** Countries to choose from: those of the catalogue that exist today. */
export const profileCountries: readonly string[] = countries
  .map(({ iso_3166_1 }) => iso_3166_1)
  .filter((code) => new Intl.Locale(`und-${code}`).region === code && names.region.of(code))

export const changeProfile = write([], ({ db, account }, profile: Profile) => {
  const { name, iso_639_1, iso_3166_1, include_adult, leaves_watchlist } = profile
  return db.transaction(async (tx) => {
    // Reviews show the name.
    await revise(tx, 'authors')
    return tx.run(sql`
      update account set name = ${name}, iso_639_1 = ${iso_639_1}, iso_3166_1 = ${iso_3166_1},
        include_adult = ${include_adult}, leaves_watchlist = ${leaves_watchlist}
      where id = ${account.id}`)
  })
})

/** From now on, movies leave the watchlist when they are watched. */
export const alwaysLeaveWatchlist = write([], ({ db, account }, _given: undefined) =>
  db.run(sql`update account set leaves_watchlist = true where id = ${account.id}`),
)

/** How a person sees the pages: as the device is set, or always light or dark. */
export const appearances = ['device', 'light', 'dark'] as const
export type Appearance = (typeof appearances)[number]

export const isAppearance = (text: string): text is Appearance => (appearances as readonly string[]).includes(text)

export const changeAppearance = write([], ({ db, account }, appearance: Appearance) =>
  db.run(sql`update account set appearance = ${appearance} where id = ${account.id}`),
)
