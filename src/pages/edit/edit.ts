import { page } from '../page.ts'
import { places } from '../pictures/records.ts'
import { answerForm, openForm } from './form.ts'
import { refusal } from './refusal.ts'

/** The largest form: a title with some thousand entries open. */
export const maxFormBytes = 4 * 1_048_576

/** The pages on which people edit a record, for each kind. */
export const editPages = places.flatMap(({ kind, path, find }) => [
  page(`GET ${path}/edit`, {
    access: 'account',
    query: ['open'],
    async handle(context) {
      const found = await find(context)
      if (!found) return undefined
      const edited = { ...found, kind, action: `${found.address}/edit` }
      return (await refusal(context, edited.name)) ?? openForm(context, edited, { open: context.query.open })
    },
  }),
  page(`POST ${path}/edit`, {
    access: 'anyone',
    keepsForm: true,
    bodyLimitBytes: maxFormBytes,
    async handle(context) {
      const found = await find(context)
      return found && answerForm(context, { ...found, kind, action: `${found.address}/edit` })
    },
  }),
])
