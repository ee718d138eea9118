import { changePrivacy, profileOf } from '#src/contributions/profiles.ts'
import { checkbox, type Filled, form, submit } from '../components/form.ts'
import { html } from '../html.ts'
import { type PageContext, page, redirect } from '../page.ts'
import type { Viewer } from '../viewer.ts'
import { settingsPage } from './frame.ts'

const fields = ['has_public_profile', 'shows_ratings', 'shows_diary', 'is_indexed', 'publishes_reviews'] as const

/** The one place where people choose what others see of them. */
export const privacy = page('GET /settings/privacy', {
  access: 'account',
  handle: (context) => view(context),
})

export const savePrivacy = page('POST /settings/privacy', {
  access: 'account',
  form: fields,
  async handle({ write, form: values, config, db, viewer }) {
    // No search engine reads a private server: what was chosen before stays.
    const isIndexed = config.private ? (await profileOf(db, viewer.id))?.is_indexed : values.is_indexed !== ''
    await write(changePrivacy, {
      has_public_profile: values.has_public_profile !== '',
      shows_ratings: values.shows_ratings !== '',
      is_indexed: isIndexed ?? true,
      shows_diary: values.shows_diary !== '',
      publishes_reviews: values.publishes_reviews !== '',
    })
    return redirect('/settings/privacy', 'common.saved')
  },
})

async function view(context: PageContext<string, string, string, Viewer>) {
  const { db, viewer, texts, format, config } = context
  const words = texts.profiles
  const profile = await profileOf(db, viewer.id)
  if (!profile) return undefined
  const filled: Filled = {
    values: Object.fromEntries(fields.map((field) => [field, profile[field] ? 'on' : ''])),
    errors: {},
  }
  const address = `/@${viewer.username}`
  const shown = config.private
    ? { label: words.showToMembers, hint: words.showToMembersHint(address) }
    : { label: words.public, hint: words.publicHint(address) }
  const { hidden_at, hidden_reason } = profile
  const hiddenOn = hidden_at !== null && words.hiddenOn(format.time(hidden_at))
  const hidden = hiddenOn && html`<p class="warning">${words.hidden(hidden_reason)} ${hiddenOn}</p>`
  return settingsPage(
    context,
    'privacy',
    html`
<p class="lead">${words.privacyLead}</p>
${hidden}
<p><a href="${address}">${words.own}</a></p>
${form(
  context,
  '/settings/privacy',
  html`
${checkbox(context, filled, { name: 'has_public_profile', ...shown })}
${checkbox(context, filled, { name: 'shows_ratings', label: words.showsRatings, hint: words.showsRatingsHint })}
${checkbox(context, filled, { name: 'shows_diary', label: words.showsDiary, hint: words.showsDiaryHint })}
${!config.private && checkbox(context, filled, { name: 'is_indexed', label: words.indexed, hint: words.indexedHint })}
${checkbox(context, filled, { name: 'publishes_reviews', label: words.publishes, hint: words.publishesHint })}
${submit(texts.settings.save)}`,
)}
<p class="hint">${words.always}</p>`,
  )
}
