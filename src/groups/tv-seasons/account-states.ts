import { operation } from '#src/contract/operation.ts'
import { SeasonAccountStates, seasonAccountStates } from '#src/kept/account-states.ts'

export const states = operation(
  'season.account_states',
  'GET /3/tv/{series_id}/season/{season_number}/account_states',
  {
    summary: 'What the account or the guest of the session rated the episodes of the season with',
    access: 'rater',
    reply: SeasonAccountStates,
    handle: seasonAccountStates,
  },
)
