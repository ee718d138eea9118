import { operation } from '#src/contract/operation.ts'
import { AccountStates, accountStates } from '#src/kept/account-states.ts'

export const states = operation(
  'episode.account_states',
  'GET /3/tv/{series_id}/season/{season_number}/episode/{episode_number}/account_states',
  {
    summary: 'What the account or the guest of the session keeps of the episode: its rating, favourite, watchlist',
    access: 'rater',
    reply: AccountStates,
    handle: (context) => accountStates(context, 'episode'),
  },
)
