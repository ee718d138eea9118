import { isPicturePath } from '#src/catalogue/galleries.ts'
import type { Gallery } from '#src/catalogue/kinds.ts'
import type { Content, Media, StoredPicture } from '#src/media/media.ts'
import { PictureError } from '#src/media/refusals.ts'
import { isJsonObject } from '#src/reference/json-object.ts'
import { FetchError, type FetchOptions, fetchBytes } from './fetch.ts'
import type { InputLine } from './import.ts'
import type { Refusal } from './line.ts'
import { LocalPictureError, readLocalPicture } from './local-pictures.ts'

/** Pictures that are processed at once, so that the decoders are busy while others arrive. */
const AT_ONCE = 8

type PictureOptions = {
  media: Pick<Media, 'put'>
  /** Pictures are checked and not stored. */
  isTrial: boolean
  /** Allows pictures from addresses, if present. */
  fetching?: FetchOptions
  /** Where the bytes of an image are, if it names them in another way; one without any is left out. */
  contentOf?(image: Entry): Content | undefined
  /** Called with a picture that cannot be taken, whose line goes on without it; otherwise the line is refused. */
  onRefusedPicture?(refusal: Refusal): void
}

type Entry = Record<string, unknown>
type TextLine = Exclude<InputLine, Refusal>

const galleries: readonly Gallery[] = ['backdrops', 'logos', 'posters', 'stills', 'profiles']

/**
 * The same lines, in which each image with a `file` or a `url` gets the path, type and size of the picture that was
 * stored for it. Other fields of the line with the image's old path follow.
 */
export async function* withPictures(
  inputs: AsyncIterable<readonly InputLine[]>,
  options: PictureOptions,
): AsyncGenerator<InputLine[]> {
  for await (const batch of inputs) yield await allStored(batch, options)
}

/** The same lines in their order; the next one is begun whenever one is done. */
async function allStored(batch: readonly InputLine[], options: PictureOptions): Promise<InputLine[]> {
  const stored: InputLine[] = []
  const left = batch.entries()
  async function storeWhatIsLeft() {
    for (const [at, input] of left) stored[at] = await withStoredPictures(input, options)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, storeWhatIsLeft))
  return stored
}

async function withStoredPictures(input: InputLine, options: PictureOptions): Promise<InputLine> {
  const { contentOf: ofImage } = options
  // Most lines name no file and need not be parsed here.
  if ('reason' in input || !(ofImage ? /"images"/ : /"(file|url)"/).test(input.text)) return input
  const line = parse(input.text)
  const isNamed = ({ file, url }: Entry) => ofImage !== undefined || file !== undefined || url !== undefined
  const named = line ? imagesOf(line).filter(([, , image]) => isNamed(image)) : []
  if (!line || named.length === 0) return line ? { ...input, parsed: line } : input
  const gone = new Set<Entry>()
  for (const [gallery, at, image] of named) {
    try {
      const content = ofImage ? ofImage(image) : contentOf(image, input, options)
      if (!content) {
        gone.add(image)
        continue
      }
      const picture = await options.media.put(content, {
        gallery,
        isStored: () => !options.isTrial,
      })
      nameStored(line, image, picture)
    } catch (error) {
      const field = `images.${gallery}.${at}.${image.file === undefined ? 'url' : 'file'}`
      if (!isRefusal(error)) throw error
      const refusal = { file: input.file, line: input.number, field, reason: error.message }
      if (!options.onRefusedPicture) return refusal
      options.onRefusedPicture(refusal)
      gone.add(image)
    }
  }
  if (gone.size > 0) leaveOut(line, gone)
  const text = JSON.stringify(line)
  return { ...input, text, parsed: line, bytes: Buffer.byteLength(text) }
}

/** Removes images from a line, and what names them. */
function leaveOut(line: Entry, gone: ReadonlySet<Entry>) {
  const images = line.images as Record<string, Entry[]>
  for (const gallery in images) images[gallery] = (images[gallery] ?? []).filter((image) => !gone.has(image))
  const paths = new Set([...gone].map(({ file_path }) => file_path))
  for (const name in line) if (isPicturePath(name) && paths.has(line[name])) delete line[name]
}

const isRefusal = (error: unknown): error is Error =>
  error instanceof PictureError || error instanceof LocalPictureError || error instanceof FetchError

function parse(text: string): Entry | undefined {
  try {
    const line: unknown = JSON.parse(text)
    return isJsonObject(line) ? line : undefined
  } catch {
    // It is refused, with its reason, where lines are read.
    return undefined
  }
}

function imagesOf({ images }: Entry): [gallery: Gallery, at: number, image: Entry][] {
  if (!isJsonObject(images)) return []
  return galleries.flatMap((gallery) => {
    const list = images[gallery]
    if (!Array.isArray(list)) return []
    return list.flatMap((image, at): [Gallery, number, Entry][] => (isJsonObject(image) ? [[gallery, at, image]] : []))
  })
}

function contentOf({ file, url }: Entry, input: TextLine, { fetching }: PictureOptions): Content {
  if (file !== undefined) {
    if (typeof file !== 'string') throw new LocalPictureError('has to be a text')
    if (input.folder === undefined)
      throw new LocalPictureError('is only possible for lines in a file, not on standard input')
    return readLocalPicture(input.folder, file)
  }
  if (typeof url !== 'string') throw new FetchError('has to be a text')
  if (!fetching) throw new FetchError('is only downloaded with --fetch')
  return fetchBytes(url, fetching)
}

function nameStored(line: Entry, image: Entry, { file_path, file_type, width, height }: StoredPicture) {
  const before = image.file_path
  const aspect_ratio = Math.round((1000 * width) / height) / 1000
  Object.assign(image, { file_path, file_type, width, height, aspect_ratio })
  delete image.file
  delete image.url
  if (typeof before !== 'string') return
  for (const name in line) if (isPicturePath(name) && line[name] === before) line[name] = file_path
}
