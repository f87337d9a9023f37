import { RedisServer } from '../../support/servers/redisServer';
import { describeServerChaos } from './serverChaos';

describeServerChaos('A Redis server', {
  kind: 'redis',
  start: () => RedisServer.start(),
  startForgetful: () => RedisServer.start({ settings: ['--appendonly', 'no'] }),
  forgetful: {},
});
