/** Public keys made with ssh-keygen (the sk- ones built on them), and the MD5 fingerprints it prints for them. */
export const SSH_KEYS = [
  {
    line:
      'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQC/igXJ6dpzpoNFGMY/M+myexpMPCtkV8nYmKYviFicdeeF/rezlFa9cI0W' +
      'qgB1SAqmtJubZ/Y+qFz9LwMm4S6nmNcgHeGVIfp2OvaCdu0APABPdchvl/Bp0vT2w6h7u4ppunmIl0RtJneI8e6V9Ug/zb6s' +
      'xQTEASMEasQSH5MmyDyegr7IPurwsYuTEbPm6nlwiyYlLrrjJE+QBAXh+HO2RJF8kUqhkZ9Ur4sT2KWlxDQHMv9mJx1WuaVg' +
      'x1lfzlH+VqZNX2ye44Wtzp5NugYYnWiSP2Zk0QCFU+WulfcAgwJ/ykZROlkn5/DSx/rlVJStnjGglJoLxUWuXNOommD7 rsa' +
      '@rack',
    fingerprint: '08:e8:1f:5a:a4:d6:de:23:07:b1:da:b5:b3:be:73:82',
  },
  {
    line: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMX7nzHMMiJ19a6lAoI25nBPea6nwot3MWTSsnf9goiP operator@rack 7',
    fingerprint: '79:12:34:84:fb:c1:62:42:0f:b8:e7:47:fb:41:05:b6',
  },
  {
    line:
      'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBNebQXQ/U7sg2Hqbia/wZAhT' +
      'LaB0hXrI1yPGtU13i260VzyY3GeVUJcG3LfdU6UpSKEnfF/rrxOS5gHsEOkhNcE= ecdsa256',
    fingerprint: '0a:51:e2:b6:b3:2a:41:fc:8b:3f:3d:11:b4:50:fc:46',
  },
  {
    line:
      'ecdsa-sha2-nistp384 AAAAE2VjZHNhLXNoYTItbmlzdHAzODQAAAAIbmlzdHAzODQAAABhBOloii5Fi3drtf0EJoqaFx0i' +
      'L0C9Jkftstc0tfiHw8YN+zRDRIrbOSAr8S89kDl+j4YkIVtWNT4AArwcnPvKTxTaX0q0M9k6ejLaimyDNunKVvcWDMcsjfY+' +
      'wQjGVa2VsQ== ecdsa384',
    fingerprint: '80:58:68:68:f6:7d:bf:87:38:8b:f2:1e:9d:5f:0f:71',
  },
  {
    line:
      'ecdsa-sha2-nistp521 AAAAE2VjZHNhLXNoYTItbmlzdHA1MjEAAAAIbmlzdHA1MjEAAACFBABz0Gv2Jevrrcb16C5shn4B' +
      'nWgQ3OSDMql17x/qm4xSDYP1+x6Z5amk/+uWATW0lcxorS8veR4HLCXKdpPrYqpopABG/xstDSIm6w5nP4diUk36FE0AQj6v' +
      'Wk+ejAs+wvUYtXhFj+8ES9lNXPCbGPxAiiPYDxi1fXw5wo28AGUVZzuekg== ecdsa521',
    fingerprint: 'd2:d3:57:e6:c1:d8:02:3f:04:db:79:8d:18:c4:40:90',
  },
  {
    line:
      'sk-ssh-ed25519@openssh.com AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29tAAAAIMX7nzHMMiJ19a6lAoI25nBPe' +
      'a6nwot3MWTSsnf9goiPAAAABHNzaDo= token',
    fingerprint: '9b:09:d8:56:93:8d:87:16:a0:4e:74:4f:03:16:55:53',
  },
  {
    line:
      'sk-ecdsa-sha2-nistp256@openssh.com AAAAInNrLWVjZHNhLXNoYTItbmlzdHAyNTZAb3BlbnNzaC5jb20AAAAIbmlzd' +
      'HAyNTYAAABBBNebQXQ/U7sg2Hqbia/wZAhTLaB0hXrI1yPGtU13i260VzyY3GeVUJcG3LfdU6UpSKEnfF/rrxOS5gHsEOkhN' +
      'cEAAAAEc3NoOg==',
    fingerprint: 'e2:d5:f6:83:d2:ac:27:3b:c2:c3:ec:7f:01:81:1a:49',
  },
] as const;
