import { colourOf } from '#src/catalogue/galleries.ts'
import type { Gallery } from '#src/catalogue/kinds.ts'
import { isLicence } from '#src/catalogue/licences.ts'
import { findSource, householdSource, isPeopleSource } from '#src/catalogue/sources.ts'
import { mayModerate } from '#src/contract/access.ts'
import { describePicture, hidePicture, sayWhoIsOn, votePicture } from '#src/contributions/image-writes.ts'
import { authorOf, bestVote, findImage, type RatedImage, removedImages, voteOf } from '#src/contributions/images.ts'
import { restorePicture } from '#src/contributions/moderating.ts'
import { mayShowPeople, peopleOn } from '#src/contributions/tagged-people.ts'
import { hasLockedPictures } from '#src/contributions/trust.ts'
import { nameIn } from '#src/media/names.ts'
import { buttonForm, errorSummary, type Filled, form, type Option, selectField, submit } from '../components/form.ts'
import { languageOf, languageOfWords } from '../components/languages.ts'
import { pictureAddress, pictureOf, toneOf } from '../components/picture.ts'
import { smallHead } from '../components/small-head.ts'
import { orWait } from '../components/wait-page.ts'
import { type Html, html, nothing } from '../html.ts'
import { type Answer, type PageContext, type PageView, page, redirect } from '../page.ts'
import { idIn } from '../records/addresses.ts'
import { facts } from '../records/cards.ts'
import type { Pictured } from '../records/gallery.ts'
import { places } from '../records/places.ts'
import { reportLink } from '../records/report-link.ts'
import { statusPage } from '../status-page.ts'
import type { Viewer } from '../viewer.ts'
import { descriptionFaults, descriptionFields, descriptionIn } from './fields.ts'
import { lookUpNames, peopleSection, whoAddress } from './people.ts'

/** An image of a record that is being viewed. */
type ViewedImage = {
  record: Pictured
  about: { kind: Pictured['kind']; entity_id: number }
  image: RatedImage
  address: string
}

async function loadImage(context: PageContext, find: (context: PageContext) => Promise<Pictured | undefined>) {
  const { db, params } = context
  const { gallery = '', image: id = '' } = params
  const record = /^[a-z]+ [0-9a-f]{24}$/.test(`${gallery} ${id}`) ? await find(context) : undefined
  if (!record) return undefined
  const about = { kind: record.kind, entity_id: record.id }
  const image = await findImage(db, about, gallery, id)
  return image && { record, about, image, address: `${record.address}/images/${gallery}/${id}` }
}

/**
 * Whoever added an image may change its description and remove it, unless the pictures of the record are locked;
 * moderators always may.
 */
async function mayChange(
  { db, config, now }: PageContext,
  viewer: Viewer,
  { record, about, image }: ViewedImage,
): Promise<boolean> {
  if (mayModerate(viewer.role)) return true
  if ((await authorOf(db, about, image)) !== viewer.id) return false
  const account = { account_id: viewer.id, role: viewer.role }
  return !(await hasLockedPictures(db, account, record, config.editsOfNewMembers, now))
}

export const imagePages = places.flatMap(({ kind, path, find }) => {
  /** A form about an image, for verified accounts and, if required, those that may change it. */
  const about = <const Field extends string>(
    what: string,
    fields: readonly Field[],
    mustBeAllowed: boolean,
    handle: (context: PageContext<string, string, Field, Viewer>, viewed: ViewedImage) => Promise<Answer>,
  ) =>
    page(`POST ${path}/images/{gallery}/{image}/${what}`, {
      access: 'account',
      form: fields,
      async handle(context) {
        const viewed = await loadImage(context, find)
        if (!viewed) return undefined
        const { viewer } = context
        const mayAct =
          viewer.email_verified_at !== null && (!mustBeAllowed || (await mayChange(context, viewer, viewed)))
        if (!mayAct) return statusPage(context, 403, 'forbidden')
        return handle(context as PageContext<string, string, Field, Viewer>, viewed)
      },
    })
  return [
    page(`GET ${path}/images/{gallery}/{image}`, {
      access: 'anyone',
      query: ['who'],
      async handle(context) {
        const viewed = await loadImage(context, find)
        return viewed && view(context, viewed)
      },
    }),
    about('vote', ['value'], false, vote),
    about('describe', ['language', 'licence'], true, describe),
    ...(mayShowPeople(kind)
      ? [
          about('name', ['person', 'who'], true, (context, viewed) => changePeople(context, viewed, 'named')),
          about('unname', ['person', 'who'], true, (context, viewed) => changePeople(context, viewed, 'removed')),
        ]
      : []),
    about('hide', [], true, async ({ write }, { record, about, image }) => {
      await write(hidePicture, { about, image })
      return redirect(`${record.address}/images?gallery=${image.gallery}`, 'pictures.hidden')
    }),
    page(`POST ${path}/images/{gallery}/{image}/show`, {
      access: 'moderator',
      async handle(context) {
        const record = await find(context)
        if (!record) return undefined
        const { params } = context
        const { gallery = '', image = '' } = params as Record<string, string>
        const of = { kind: record.kind, entity_id: record.id }
        if (await isGone(context, of, gallery, image))
          return redirect(`${record.address}/images?gallery=${gallery}`, 'pictures.isGone')
        const isRestored = await context.write(restorePicture, { about: of, gallery, id: image })
        return isRestored ? redirect(`${record.address}/images/${gallery}/${image}`, 'pictures.shown') : undefined
      },
    }),
  ]
})

/** Whether the picture of a removed image was deleted for good since then. */
async function isGone(
  { db, media }: PageContext,
  of: ViewedImage['about'],
  gallery: string,
  id: string,
): Promise<boolean> {
  const hidden = (await removedImages(db, of)).find((one) => one.gallery === gallery && one.id === id)
  const name = hidden && nameIn(hidden.file_path)
  return name !== undefined && !(await media.has(name))
}

async function vote(context: PageContext<string, string, 'value', Viewer>, viewed: ViewedImage): Promise<Answer> {
  const { form, texts } = context
  const value = form.value === '' ? undefined : Number(form.value)
  if (value !== undefined && !(Number.isInteger(value) && value >= 1 && value <= bestVote)) {
    const errors = { value: texts.pictures.voteWrong }
    return { ...(await view(context, viewed, { values: {}, errors })), http: 422 }
  }
  const { about, image, address } = viewed
  const voting = context.write(votePicture, { about, image, value })
  return voting.then(() => redirect(address, 'pictures.voted'), orWait(context, address))
}

async function describe(
  context: PageContext<string, string, 'language' | 'licence', Viewer>,
  viewed: ViewedImage,
): Promise<Answer> {
  const { form } = context
  const errors = descriptionFaults(context, form)
  if (Object.keys(errors).length > 0) return { ...(await view(context, viewed, { values: form, errors })), http: 422 }
  const { about, image, address } = viewed
  const describing = context.write(describePicture, { about, image, description: descriptionIn(form) })
  return describing.then(() => redirect(address, 'pictures.described'), orWait(context, address))
}

async function changePeople(
  context: PageContext<string, string, 'person' | 'who', Viewer>,
  { about, image, address }: ViewedImage,
  what: 'named' | 'removed',
): Promise<Answer> {
  const { form } = context
  const person_id = idIn(form.person)
  if (person_id === undefined) return undefined
  return context.write(sayWhoIsOn, { about, image, [what]: [person_id] }).then(
    (outcome) => {
      if (outcome === 'not there') return undefined
      const notice = outcome === 'too many' ? 'tooManyPeople' : what === 'named' ? 'personNamed' : 'personRemoved'
      return redirect(whoAddress(address, form.who), `pictures.${notice}`)
    },
    orWait(context, address),
  )
}

async function view(context: PageContext, viewed: ViewedImage, filled?: Filled): Promise<PageView> {
  const { db, texts, viewer } = context
  const { record, image, address } = viewed
  const { pictures } = texts
  const gallery = image.gallery as Gallery
  const isVerified = viewer !== undefined && viewer.email_verified_at !== null
  const [colour, source, viewersVote, isAllowed, people] = await Promise.all([
    colourOf(db, image.file_path),
    findSource(db, image.source_id),
    viewer && voteOf(db, viewer.id, viewed.about, image),
    isVerified && mayChange(context, viewer, viewed),
    mayShowPeople(record.kind) ? peopleOn(db, viewed.about, image, languageOf(context)) : undefined,
  ])
  const asked = isAllowed && people ? await lookUpNames(context, context.query.who ?? '') : undefined
  const { file_path, width, height } = image
  const alt = pictures.shows[gallery](record.name)
  const picture = pictureOf({ gallery, file_path, width: 'whole', alt, isFirst: true, original: { width, height } })
  const described = { language: languageOfWords(image), licence: image.licence }
  const way = html` › <a href="${record.address}/images?gallery=${gallery}">${pictures.galleries[gallery]}</a>`
  return {
    title: alt,
    main: html`
${smallHead(context, record, alt, way)}
${filled && errorSummary(context, filled)}
<div class="one-image ${gallery}"><div class="whole-picture ${toneOf(colour)}">${picture}</div>
<div>
${imageFacts(context, image, source)}
${nameIn(file_path) && html`<p><a href="${pictureAddress('original', file_path)}">${pictures.original}</a></p>`}
${voteForm(context, address, viewersVote, filled)}
<p class="note">${reportLink(context, 'image', `${record.kind} ${record.id} ${gallery} ${image.id}`)}</p>
${people && peopleSection(context, address, people, asked)}
${isAllowed && changeForms(context, address, filled ?? { values: described, errors: {} })}
</div></div>`,
  }
}

function imageFacts(
  { texts, format }: PageContext,
  image: RatedImage,
  source: { name: string; licence: string } | undefined,
) {
  const { pictures } = texts
  const { width, height, licence, vote_average, vote_count, source_id } = image
  const licenceName = isLicence(licence) ? pictures.licences[licence] : licence || source?.licence || ''
  return facts([
    [pictures.size, pictures.pixels(format.number(width), format.number(height))],
    [pictures.language, format.language(languageOfWords(image)) || pictures.noLanguage],
    [pictures.licence, licenceName],
    [
      pictures.source,
      isPeopleSource(source_id) || source_id === householdSource.id ? pictures.people : (source?.name ?? ''),
    ],
    [
      pictures.votes,
      vote_count > 0 ? pictures.voted(format.number(vote_average), format.number(vote_count)) : pictures.noVotes,
    ],
  ])
}

function voteForm(
  context: PageContext,
  address: string,
  viewersVote: number | undefined,
  filled: Filled | undefined,
): Html {
  const { viewer, texts } = context
  const { pictures } = texts
  if (!viewer)
    return html`<p><a class="button" href="/login?next=${encodeURIComponent(address)}">${pictures.signInToVote}</a></p>`
  if (viewer.email_verified_at === null) return nothing
  const options = Array.from(
    { length: bestVote },
    (_, index): Option => [String(bestVote - index), String(bestVote - index)],
  )
  const values = { value: viewersVote === undefined ? '' : String(viewersVote) }
  return form(
    context,
    `${address}/vote`,
    html`${selectField(
      context,
      { values, errors: filled?.errors ?? {} },
      {
        name: 'value',
        label: pictures.yourVote,
        hint: pictures.voteHint,
        options: [['', pictures.noVote], ...options],
      },
    )}<p class="actions"><button class="button primary">${pictures.vote}</button></p>`,
  )
}

function changeForms(context: PageContext, address: string, filled: Filled): Html {
  const { pictures } = context.texts
  return html`
<section class="part"><h2>${pictures.describe}</h2>
${form(context, `${address}/describe`, html`${descriptionFields(context, filled)}${submit(pictures.save)}`)}</section>
<section class="part"><h2>${pictures.hide}</h2><p>${pictures.hideText}</p>
${buttonForm(context, `${address}/hide`, pictures.hide)}</section>`
}
