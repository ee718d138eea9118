/** Where the catalogue is filled from files. */
export const address = '/admin/fill'

/** Where it is said how often a folder is imported; the options are first those of an import of it. */
export const scheduleAddress = (folder: string, fill?: number): string =>
  `${address}/schedule?${new URLSearchParams({ path: folder, ...(fill !== undefined && { fill: String(fill) }) })}`
