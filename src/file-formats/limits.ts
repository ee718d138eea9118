/** How much of a file that somebody uploads is read. */
export type ReadLimits = {
  /** Bytes of the file itself. */
  fileBytes: number
  /** Files in an archive, those that are not read included. */
  archiveFiles: number
  /** Bytes of all files of an archive together, counted while they are unpacked. */
  unpackedBytes: number
  /** How many times as many bytes a file of an archive may have unpacked as packed. */
  packing: number
  /** Bytes of a line, and of an entry of a file without lines. */
  lineBytes: number
  /** Entries of all files together, refused ones included. */
  entries: number
}

export const readLimits: ReadLimits = {
  fileBytes: 100 * 2 ** 20,
  archiveFiles: 5_000,
  unpackedBytes: 400 * 2 ** 20,
  packing: 200,
  lineBytes: 2 * 2 ** 20,
  entries: 200_000,
}

/** Values that are shown because they were wrong are cut to this. */
export const maxShownValue = 80
export const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return (text ?? '').slice(0, maxShownValue).toWellFormed()
}
