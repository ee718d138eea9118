/** A catalogue line, as the import format describes it; `kind` and `id` come first. */
export type Line = { kind: string; id: number | string } & Record<string, unknown>

/** A 24-hex id that shows its number: credit 501_01 is the first credit of movie 501. */
export const hex = (number: number): string => String(number).padStart(24, '0')

/** An image without votes; most images of the world differ only in what they are of and in their language. */
export const image = (file_path: string, more: Record<string, unknown> = {}) => ({
  file_path,
  width: 1000,
  height: 1500,
  aspect_ratio: 0.667,
  iso_639_1: null,
  iso_3166_1: null,
  vote_average: 0,
  vote_count: 0,
  ...more,
})

/** The author of most reviews; the other one, `nachtfalter`, has only a user name. */
export const lamplighter = { username: 'lamplighter', name: 'Lamp Lighter', avatar_path: '/lamplighter.jpg' }
