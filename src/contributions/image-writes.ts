import { licencesFor } from '#src/catalogue/licences.ts'
import { write } from '#src/contract/write.ts'
import { type AddedImage, addImage, type NewImage } from './add-image.ts'
import {
  describeImage,
  type ImageDescription,
  type ImageSubject,
  removeImage,
  type StoredImage,
  voteForImage,
} from './images.ts'
import { changePeopleOn } from './tagged-people.ts'

/** What people do to the pictures of records. */

const isOffered = ({ licence }: Pick<ImageDescription, 'licence'>, settings: { private: boolean }): boolean =>
  licencesFor(settings).includes(licence)

type OfImage<Given> = { about: ImageSubject; image: StoredImage } & Given

type NewPicture = {
  about: ImageSubject
  /** Receives and checks the picture, which costs much more than all the rest; undefined if it is refused. */
  prepare(): Promise<NewImage | undefined>
}

/** Adds a picture, with the people on it; undefined if it was refused. Throws as `addImage` does. */
export const addPicture = write(
  'image',
  async ({ db, now, account, settings, take }, { about, prepare }: NewPicture): Promise<AddedImage | undefined> => {
    await take()
    const picture = await prepare()
    if (!picture || !isOffered(picture, settings)) return undefined
    const added = await addImage(db, account.id, about, picture, now, settings.editsOfNewMembers)
    const { gallery, people: named = [] } = picture
    if (typeof added === 'object' && 'id' in added && named.length > 0)
      await changePeopleOn(db, account.id, about, { gallery, id: added.id }, { named }, now)
    return added
  },
)

/** Votes for a picture from 1 to 10; without a value, takes the vote back. */
export const votePicture = write(
  'image_vote',
  async ({ db, now, account, take }, { about, image, value }: OfImage<{ value: number | undefined }>) => {
    await take()
    await voteForImage(db, account.id, about, image, value, now)
  },
)

/** False if it is not there any more. */
export const describePicture = write(
  'image_description',
  async (writing, { about, image, description }: OfImage<{ description: ImageDescription }>) => {
    const { db, now, account, settings, take } = writing
    if (!isOffered(description, settings)) return false
    await take()
    return describeImage(db, account.id, about, image, description, now)
  },
)

/** Only a moderator can bring it back. */
export const hidePicture = write([], ({ db, now, account }, { about, image }: OfImage<unknown>) =>
  removeImage(db, account.id, about, image, now),
)

type PeopleOn = OfImage<{ named?: readonly number[]; removed?: readonly number[] }>

/** Says who is on a picture, or who is not. */
export const sayWhoIsOn = write(
  'image_description',
  async ({ db, now, account, take }, { about, image, ...who }: PeopleOn) => {
    await take()
    return changePeopleOn(db, account.id, about, image, who, now)
  },
)
