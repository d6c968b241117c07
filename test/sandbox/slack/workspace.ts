/** The sandbox's workspace: one team, one channel, one person who asks, one bot. The ids have the shape of Slack's. */
export const workspace = {
  teamId: 'T0SANDBOX',
  teamDomain: 'sandbox',
  teamName: 'Sandbox',
  appId: 'A0TXNBOT0',
  channelId: 'C0SUPPORT',
  channelName: 'payments-support',
  personId: 'U0AMARA00',
  personName: 'amara',
  botUserId: 'U0TXNBOT0',
  botId: 'B0TXNBOT0',
  botName: 'txnbot',
} as const;

/** Any other id is somebody too; the name is made from it. */
export function nameOfUser(userId: string): string {
  return userId === workspace.personId ? workspace.personName : userId.toLowerCase();
}

export function nameOfChannel(channelId: string): string {
  return channelId === workspace.channelId ? workspace.channelName : channelId.toLowerCase();
}
