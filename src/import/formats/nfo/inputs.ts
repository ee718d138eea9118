import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ForeignInput, ForeignRecord } from '../../foreign/foreign-record.ts'
import { type Folder, maxDepth } from './folders.ts'
import { type PicturesOf, picturesIn, profileLine } from './pictures.ts'
import type { NfoOptions } from './records.ts'
import { XmlError } from './xml.ts'

/** Pictures are named by paths inside the folder that holds them and the file. */
export const placed = (records: readonly ForeignRecord[], file: string, folder: string): ForeignInput[] =>
  records.map((record) => ({ ...record, file, number_in_file: record.begins ?? 0, folder }))

/** What an export wrote says which record a file is, and adds nothing but pictures to it. */
export const asWritten = (records: readonly ForeignRecord[], isOwn: boolean): readonly ForeignRecord[] =>
  isOwn ? records.flatMap((record) => (record.isMention ? [] : [{ ...record, isByName: true }])) : records

export const refusal = (file: string, { message, line }: XmlError): ForeignInput => ({
  file,
  line,
  field: '',
  reason: message,
})

/** Says which folders are too deep, and which links are not followed. */
export const unreadIn = ({ unread, links }: Folder): ForeignInput[] => [
  ...unread.map((path) => refusal(path, new XmlError(`is not read: it lies in more than ${maxDepth} folders`))),
  ...links.map(({ path, reason }) => refusal(path, new XmlError(reason))),
]

export function optionsFor(file: string, folder: Folder, language: string, images: NfoOptions['images']) {
  const refused: ForeignInput[] = []
  const options: NfoOptions = {
    language,
    refuse: (line, field, reason) => void refused.push({ file, line, field, reason }),
    images,
    portrait(name) {
      const file = portraitsOf(folder).get(name.replaceAll(' ', '_').toLowerCase())
      return file === undefined ? {} : profileLine(`${portraitFolder}/${file}`)
    },
  }
  return { options, refused }
}

/** Pictures of people are beside the films in which they are. */
const portraitFolder = '.actors'

/** Those of a folder are the same for all files in it. */
const listed = new WeakMap<Folder, PicturesOf>()

function portraitsOf(folder: Folder): PicturesOf {
  const known = listed.get(folder) ?? portraitsIn(folder.path)
  listed.set(folder, known)
  return known
}

function portraitsIn(folder: string): PicturesOf {
  try {
    const entries = readdirSync(join(folder, portraitFolder), { withFileTypes: true })
    return picturesIn(entries.filter((entry) => entry.isFile()).map(({ name }) => name))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES') return new Map()
    throw error
  }
}
