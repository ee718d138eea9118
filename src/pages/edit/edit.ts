import { page } from '../page.ts'
import { places } from '../records/places.ts'
import { recordMeant } from './changed-since-opened.ts'
import { answerForm, openForm } from './form.ts'
import { refusal } from './refusal.ts'

/** The largest form: a title with some thousand entries open. */
export const maxFormBytes = 4 * 1_048_576

/** The pages on which people edit a record, for each kind. */
export const editPages = places.flatMap((place) => [
  page(`GET ${place.path}/edit`, {
    access: 'account',
    query: ['open'],
    async handle(context) {
      const found = await place.find(context)
      if (!found) return undefined
      const edited = { ...found, action: `${found.address}/edit` }
      return (
        (await refusal(context, context.texts.edit.editOf(edited.name), edited)) ??
        openForm(context, edited, { open: context.query.open })
      )
    },
  }),
  page(`POST ${place.path}/edit`, {
    access: 'anyone',
    keepsForm: true,
    bodyLimitBytes: maxFormBytes,
    async handle(context) {
      const meant = await recordMeant(context, place)
      return meant && answerForm(context, { ...meant.record, action: `${meant.record.address}/edit` }, meant)
    },
  }),
])
