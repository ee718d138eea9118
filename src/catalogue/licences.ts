/**
 * The licences under which people may contribute images, by their SPDX names; LicenseRef is for what has none there.
 */
export const licences = [
  'CC0-1.0',
  'CC-BY-4.0',
  'CC-BY-SA-4.0',
  'LicenseRef-public-domain',
  'LicenseRef-own-work',
] as const
export type Licence = (typeof licences)[number]

export const isLicence = (text: string): text is Licence => (licences as readonly string[]).includes(text)
