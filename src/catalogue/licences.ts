/** The licences under which people may give an image here, as SPDX names them; the last one is for what has none. */
export const licences = [
  'CC0-1.0',
  'CC-BY-4.0',
  'CC-BY-SA-4.0',
  'LicenseRef-public-domain',
  'LicenseRef-own-work',
] as const
export type Licence = (typeof licences)[number]

export const isLicence = (text: string): text is Licence => (licences as readonly string[]).includes(text)
