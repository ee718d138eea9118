import { operation } from '#src/contract/operation.ts'
import { AccountStates, accountStates } from '#src/kept/account-states.ts'

export const states = operation(
  'episode.account_states',
  'GET /3/tv/{series_id}/season/{season_number}/episode/{episode_number}/account_states',
  {
    summary: 'What the account or guest of the session keeps of the episode: rating, favourite and watchlist',
    access: 'rater',
    reply: AccountStates,
    handle: (context) => accountStates(context, 'episode'),
  },
)
